import { formatId } from "@assay/contract/platform/ids";
import type { RecordedGrade, StoredRating } from "@assay/contract/review/ratings/rating-groups";
import type { ReviewRecord } from "@assay/contract/review/reviews/review-record";
import type { Knex } from "knex";
import type { Database } from "../../platform/db/connection/database.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { reviewOfRow, type StoredReview } from "../reviews/review-queries.ts";

/**
 * Lists the imported reviews of some samples with a rubric. All ids are UUIDs.
 *
 * Looks the reviews up by sample, and the tasks by review. The planner has no statistics of rows that the same
 * transaction has stored, and would otherwise repeat the lookup of all samples for each task.
 */
export async function listImportedReviews(
  db: Knex,
  { workspaceId, rubricId }: { workspaceId: string; rubricId: string },
  sampleIds: readonly string[],
): Promise<StoredRating[]> {
  const { rows } = await db.raw<{ rows: (StoredReview & { blind: boolean })[] }>(
    `select r.*, false as is_after_reveal, t.blind from unnest(?::uuid[]) as given (id)
     cross join lateral (
       select * from reviews where workspace_id = ?::uuid and sample_id = given.id offset 0
     ) r
     cross join lateral (
       select blind, origin from review_tasks where workspace_id = r.workspace_id and id = r.task_id offset 0
     ) t
     where r.rubric_id = ?::uuid and t.origin = 'import'`,
    [[...sampleIds], workspaceId, rubricId],
  );
  return rows.map(({ blind, ...row }) => ({ review: reviewOfRow(row), blind }));
}

/** Lists the grades of some samples with a rubric that Assay recorded, in any revision. All ids are UUIDs. */
export async function listRecordedGrades(
  db: Knex,
  { workspaceId, rubricId }: { workspaceId: string; rubricId: string },
  sampleIds: readonly string[],
): Promise<RecordedGrade[]> {
  const { rows } = await db.raw<{ rows: { sample_id: string; reviewer_id: string; dimension: string }[] }>(
    // As above, the lookups are by sample and by review.
    `select distinct r.sample_id, r.reviewer_id, g.dimension from unnest(?::uuid[]) as given (id)
     cross join lateral (
       select * from reviews where workspace_id = ?::uuid and sample_id = given.id offset 0
     ) r
     cross join lateral (
       select origin from review_tasks where workspace_id = r.workspace_id and id = r.task_id offset 0
     ) t
     cross join lateral (
       select json_object_keys(grades) as dimension from review_revisions
       where workspace_id = r.workspace_id and review_id = r.id offset 0
     ) g
     where r.rubric_id = ?::uuid and t.origin <> 'import'`,
    [[...sampleIds], workspaceId, rubricId],
  );
  return rows.map((row) => ({
    sample: formatId("sample", row.sample_id),
    reviewer: formatId("reviewer", row.reviewer_id),
    dimension: row.dimension,
  }));
}

const contentColumns = [
  "revision",
  "grades",
  "evaluator",
  "override_value",
  "notes",
  "flags",
  "submitted_at",
] as const;

const contentsOf = (review: ReviewRecord) => [
  review.revision,
  JSON.stringify(review.grades),
  review.evaluator,
  review.overrideValue,
  review.notes,
  review.flags,
  new Date(review.submittedAt),
];

const reviewColumns = [
  "workspace_id",
  "id",
  "project_id",
  "task_id",
  "sample_id",
  "reviewer_id",
  "rubric_id",
  "credentials",
  "first_submitted_at",
  ...contentColumns,
] as const;

/** Stores new reviews that override no score, each with its first revision. */
export async function insertReviews(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, reviews }: { workspaceId: string; reviews: readonly ReviewRecord[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "reviews",
    columns: reviewColumns,
    rows: reviews.map((review) => [
      workspaceId,
      uuidOf("review", review.id),
      uuidOf("project", review.project),
      uuidOf("review_task", review.task),
      uuidOf("sample", review.sample),
      uuidOf("reviewer", review.reviewer),
      uuidOf("rubric", review.rubric),
      review.credentials,
      new Date(review.createdAt),
      ...contentsOf(review),
    ]),
  });
  await insertRevisions(tx, database, { workspaceId, reviews });
}

async function insertRevisions(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, reviews }: { workspaceId: string; reviews: readonly ReviewRecord[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "review_revisions",
    columns: ["workspace_id", "review_id", ...contentColumns],
    rows: reviews.map((review) => [workspaceId, uuidOf("review", review.id), ...contentsOf(review)]),
  });
}

/** Stores the next revisions of imported reviews. */
export async function updateReviews(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, reviews }: { workspaceId: string; reviews: readonly ReviewRecord[] },
): Promise<void> {
  const given = reviews.map((review) => ({
    id: uuidOf("review", review.id),
    revision: review.revision,
    grades: review.grades,
    notes: review.notes,
    credentials: review.credentials,
    submitted_at: new Date(review.submittedAt),
  }));
  await tx.raw(
    `update reviews r set revision = given.revision, grades = given.grades, notes = given.notes,
       credentials = given.credentials, submitted_at = given.submitted_at
     from json_to_recordset(?::json) as given (id uuid, revision int, grades json, notes text, credentials text[],
       submitted_at timestamptz)
     where r.workspace_id = ?::uuid and r.id = given.id`,
    [JSON.stringify(given), workspaceId],
  );
  await insertRevisions(tx, database, { workspaceId, reviews });
}
