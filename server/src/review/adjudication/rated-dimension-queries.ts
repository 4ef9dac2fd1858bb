import { ratedDimensions } from "@assay/contract/review/adjudication/reference-labels";
import type { RatedReview } from "@assay/contract/review/adjudication/disagreements/sample-grades";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { TaskOrigin } from "@assay/contract/review/tasks/task-record";
import type { Credential } from "@assay/contract/workspace/credentials";
import { formatId } from "@assay/contract/platform/ids";
import { groupBy } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Database } from "../../platform/db/connection/database.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { presentAdjudications } from "./adjudication-queries.ts";

/** A database row with one revision of a review. */
interface StoredRated {
  id: string;
  task_id: string;
  sample_id: string;
  reviewer_id: string;
  rubric_id: string;
  credentials: Credential[];
  name: string;
  blind: boolean;
  origin: TaskOrigin;
  revision: number;
  grades: Record<string, unknown>;
  submitted_at: Date;
  after_reveal: boolean;
}

// As for imports of ratings, the lookups are by sample and by review, because the planner has no statistics of rows that
// the same transaction has stored.
const ratedReviews = `
  select r.id, r.task_id, r.sample_id, r.reviewer_id, r.rubric_id, r.credentials, v.name, t.blind, t.origin,
    g.revision, g.grades, g.submitted_at,
    coalesce(g.after_reveal, g.revision > 1 and t.blind and t.origin = 'review') as after_reveal
  from unnest(:sampleIds::uuid[]) as given (id)
  cross join lateral (
    select * from reviews where workspace_id = :workspaceId::uuid and sample_id = given.id offset 0
  ) r
  cross join lateral (
    select blind, origin from review_tasks where workspace_id = r.workspace_id and id = r.task_id offset 0
  ) t
  cross join lateral (
    select name from reviewers where workspace_id = r.workspace_id and id = r.reviewer_id offset 0
  ) v
  cross join lateral (
    select * from review_revisions where workspace_id = r.workspace_id and review_id = r.id offset 0
  ) g
  where r.rubric_id = any(:rubricIds::uuid[])
  order by r.id, g.revision`;

/** The reviews of some samples with some rubrics. All ids are UUIDs. */
interface RatedFilter {
  workspaceId: string;
  rubricIds: readonly string[];
  sampleIds: readonly string[];
}

/** Lists reviews with all their revisions. */
export async function listRatedReviews(
  db: Knex,
  { workspaceId, rubricIds, sampleIds }: RatedFilter,
): Promise<RatedReview[]> {
  const { rows } = await db.raw<{ rows: StoredRated[] }>(ratedReviews, {
    workspaceId,
    rubricIds: [...rubricIds],
    sampleIds: [...sampleIds],
  });
  const revisionsOf = groupBy(rows, ({ id }) => id);
  return [...revisionsOf.values()].flatMap((revisions) => {
    const [row] = revisions;
    return row ? [reviewOf(row, revisions)] : [];
  });
}

const reviewOf = (row: StoredRated, revisions: readonly StoredRated[]): RatedReview => ({
  id: formatId("review", row.id),
  task: formatId("review_task", row.task_id),
  sample: formatId("sample", row.sample_id),
  reviewer: formatId("reviewer", row.reviewer_id),
  rubric: formatId("rubric", row.rubric_id),
  reviewerName: row.name,
  credentials: row.credentials,
  blind: row.blind,
  origin: row.origin,
  revisions: revisions.map(({ revision, grades, after_reveal: afterReveal, submitted_at: at }) => ({
    revision,
    grades,
    afterReveal,
    submittedAt: at.getTime(),
  })),
});

/** Lists the reviews of a sample with a rubric in their latest revisions, earliest first. All ids are UUIDs. */
export async function listReviewsOf(
  db: Knex,
  { workspaceId, rubricId, sampleId }: { workspaceId: string; rubricId: string; sampleId: string },
): Promise<{ id: string; reviewer: string; revision: number }[]> {
  const rows: { id: string; reviewer_id: string; revision: number }[] = await db("reviews")
    .where({ workspace_id: workspaceId, rubric_id: rubricId, sample_id: sampleId })
    .orderBy(["first_submitted_at", "id"])
    .select("id", "reviewer_id", "revision");
  return rows.map(({ id, reviewer_id: reviewer, revision }) => ({
    id: formatId("review", id),
    reviewer: formatId("reviewer", reviewer),
    revision,
  }));
}

/** The samples with a rubric whose grades or adjudication have changed. The samples are UUIDs. */
interface RatedSamples {
  workspaceId: string;
  rubric: Pick<RubricRecord, "id" | "project" | "dimensions">;
  sampleIds: readonly string[];
}

const ratedColumns = [
  "workspace_id",
  "rubric_id",
  "sample_id",
  "dimension",
  "project_id",
  "spread",
  "unblinded_spread",
  "adjudication_id",
  "label",
];

/**
 * Stores how far the grades of some samples lie apart, whether they are adjudicated, and the sources of their reference
 * labels. The transaction must have locked the rubric with `shareRubric` or `lockRubric` before other locks, so that it
 * sees all grades of concurrent transactions.
 */
export async function storeRatedDimensions(
  tx: Tx,
  { database }: { database: Pick<Database, "canCopy"> },
  { workspaceId, rubric, sampleIds }: RatedSamples,
): Promise<void> {
  const rubricId = uuidOf("rubric", rubric.id);
  const key = { workspaceId, rubricIds: [rubricId], sampleIds };
  const reviews = groupBy(await listRatedReviews(tx, key), ({ sample }) => sample);
  const adjudications = await presentAdjudications(tx, key);
  const presentOf = new Map(adjudications.map((present) => [present.sample, present]));
  await tx("rated_dimensions")
    .where({ workspace_id: workspaceId, rubric_id: rubricId })
    .whereRaw("sample_id = any(?::uuid[])", [[...sampleIds]])
    .delete();
  const projectId = uuidOf("project", rubric.project);
  const rows = [...reviews].flatMap(([sample, ofSample]) => {
    const present = presentOf.get(sample);
    return ratedDimensions(rubric.dimensions, ofSample, present).map((rated) => [
      workspaceId,
      rubricId,
      uuidOf("sample", sample),
      rated.dimension,
      projectId,
      rated.spread,
      rated.unblindedSpread,
      present && rated.isAdjudicated ? uuidOf("adjudication", present.id) : null,
      rated.label,
    ]);
  });
  await insertRows(tx, database, { table: "rated_dimensions", columns: ratedColumns, rows });
}
