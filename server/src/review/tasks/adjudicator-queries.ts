import { groupBy } from "@assay/contract/domain";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";

/**
 * Returns the reviewers who have adjudicated samples with a rubric, by sample.
 *
 * @param samples public ids.
 */
export async function adjudicatorsOf(
  db: Knex,
  { workspaceId, rubricId }: { workspaceId: string; rubricId: string },
  samples: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows: { sample_id: string; adjudicator_id: string }[] = await db("adjudications")
    .where({ workspace_id: workspaceId, rubric_id: rubricId })
    .whereRaw("sample_id = any(?::uuid[])", [samples.map((sample) => idOrNone("sample", sample))])
    .distinct("sample_id", "adjudicator_id");
  const bySample = groupBy(rows, ({ sample_id: id }) => formatId("sample", id));
  return new Map(
    [...bySample].map(([sample, found]) => [
      sample,
      found.map(({ adjudicator_id: id }) => formatId("reviewer", id)),
    ]),
  );
}

/** Whether a reviewer has adjudicated a sample with a rubric. */
export async function hasAdjudicated(
  db: Knex,
  { workspace_id, sample_id, reviewer_id }: { workspace_id: string; sample_id: string; reviewer_id: string },
  rubricId: string,
): Promise<boolean> {
  const found: unknown = await db("adjudications")
    .where({ workspace_id, rubric_id: rubricId, sample_id, adjudicator_id: reviewer_id })
    .first("id");
  return found !== undefined;
}

/** Excludes an adjudicator from all tasks with the rubric that contain the sample. All ids are UUIDs. */
export async function insertExclusions(
  tx: Tx,
  key: { workspaceId: string; rubricId: string; sampleId: string; reviewerId: string },
): Promise<void> {
  await tx.raw(
    `insert into review_exclusions (workspace_id, task_id, reviewer_id)
     select t.workspace_id, t.id, :reviewerId::uuid
     from review_task_samples s
     join review_tasks t on t.workspace_id = s.workspace_id and t.id = s.task_id
     where s.workspace_id = :workspaceId::uuid and s.sample_id = :sampleId::uuid and t.rubric_id = :rubricId::uuid
     on conflict do nothing`,
    key,
  );
}
