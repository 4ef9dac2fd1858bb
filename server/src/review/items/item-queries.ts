import type { ItemOutput, ItemResult, ItemRow } from "@assay/contract/review/items/item-wire";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { EvaluationRow } from "../../evaluation/evaluations/evaluation-queries.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** The sample of an item and a reviewer, by their UUIDs. */
export interface OwnItemKey {
  workspaceId: string;
  taskId: string;
  reviewerId: string;
}

/** Returns the times of a reviewer's last submissions in a task, by sample id. */
export async function submittedIn(
  db: Knex,
  { workspaceId, taskId, reviewerId }: OwnItemKey,
): Promise<ReadonlyMap<string, number>> {
  const rows: { sample_id: string; submitted_at: Date }[] = await db("reviews")
    .where({ workspace_id: workspaceId, task_id: taskId, reviewer_id: reviewerId })
    .select("sample_id", "submitted_at");
  return new Map(rows.map((row) => [formatId("sample", row.sample_id), row.submitted_at.getTime()]));
}

/** Lists the samples of a task in order. Reads one row more than the page, to detect whether a next page exists. */
export async function listItems(
  db: Knex,
  { workspaceId, taskId }: { workspaceId: string; taskId: string },
  { limit, after }: { limit: number; after: number | undefined },
): Promise<ItemRow[]> {
  const query = db("review_task_samples").where({ workspace_id: workspaceId, task_id: taskId });
  if (after !== undefined) query.where("position", ">", after);
  const rows: { sample_id: string; position: number; reviews: number }[] = await query
    .orderBy("position")
    .limit(limit + 1)
    .select("sample_id", "position", "reviews");
  return rows.map(({ sample_id: sample, ...row }) => ({ ...row, sample: formatId("sample", sample) }));
}

/** A result of the evaluation of an item, with the versions that the evaluation read. */
export interface ItemResultRow extends ItemResult {
  sample_version: number;
  output_version: number | null;
  output_run: number;
}

/** Returns the results of a sample in an evaluation, by evaluator position. */
export const itemResults = async (
  db: Knex,
  { workspace_id, id }: Pick<EvaluationRow, "workspace_id" | "id">,
  sampleId: string,
): Promise<ItemResultRow[]> =>
  db("results")
    .where({ workspace_id, evaluation_id: id, sample_id: sampleId })
    .orderBy("position")
    .select(
      "position",
      "status",
      "score",
      "passed",
      "flagged",
      "reason",
      "details",
      "sample_version",
      "output_version",
      "output_run",
    );

/**
 * Returns a model's output for a sample: the version that an evaluation read or, if it has not read any, the present one
 * of the first run.
 *
 * @param read undefined if the evaluation has no result for the sample.
 */
export async function modelOutput(
  db: Knex,
  { workspace_id, dataset_id, model_id }: EvaluationRow,
  sampleId: string,
  read: Pick<ItemResultRow, "output_version" | "output_run"> | undefined,
): Promise<ItemOutput> {
  const query = db("outputs").where({
    workspace_id,
    dataset_id,
    model_id,
    sample_id: sampleId,
    run: read?.output_run ?? 1,
  });
  if (read) query.where({ valid_from: read.output_version });
  else query.whereNull("valid_until");
  const row: { output: unknown } | undefined = await query.first("output");
  return { output: row?.output ?? null, origin: "model" };
}

/** Stores the time at which a reviewer first saw what a blind item hides. */
export async function storeReveal(
  tx: Tx,
  review: { workspaceId: string; id: string; at: number },
): Promise<void> {
  await tx("reviews")
    .where({ workspace_id: review.workspaceId, id: review.id })
    .whereNull("revealed_at")
    .update({ revealed_at: new Date(review.at) });
}
