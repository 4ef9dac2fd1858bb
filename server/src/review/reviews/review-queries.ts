import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import { withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { hideBlind } from "../../workspace/access/blind-review.ts";

/** What one revision of a review says. */
export interface ReviewContents {
  revision: number;
  grades: Record<string, unknown>;
  evaluator: string | null;
  /** Null: it overrides nothing. */
  override_value: number | null;
  notes: string | null;
  flags: string[];
  submitted_at: Date;
}

/** A stored review in its present revision. */
export interface ReviewRow extends ReviewContents {
  workspace_id: string;
  id: string;
  project_id: string;
  task_id: string;
  sample_id: string;
  reviewer_id: string;
  rubric_id: string;
  evaluation_id: string | null;
  original_ai_score: number | null;
  /** Held when it was submitted. */
  credentials: Credential[];
  first_submitted_at: Date;
  duration_seconds: number | null;
}

/** A review with what stands beside it in answers. */
export type ShownReviewRow = ReviewRow & { reviewer_name: string; override_conflict: boolean };

const conflict = `coalesce((
  select exists (
    select from score_overrides other
    where other.workspace_id = own.workspace_id and other.evaluation_id = own.evaluation_id
      and other.sample_id = own.sample_id and other.position = own.position and other.value <> own.value
  )
  from score_overrides own where own.workspace_id = reviews.workspace_id and own.review_id = reviews.id
), false) as override_conflict`;

const authorName = `(
  select name from reviewers r where r.workspace_id = reviews.workspace_id and r.id = reviews.reviewer_id
) as reviewer_name`;

const shown = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.select("reviews.*", db.raw(conflict), db.raw(authorName));

/** A review that the caller can reach, or undefined. */
export async function findReview(db: Knex, reach: Reach, id: string): Promise<ShownReviewRow | undefined> {
  return shown(db, withinReach(db("reviews"), reach))
    .where({ id })
    .first();
}

/** What names a review besides its id. */
export type ReviewPlace = Pick<ReviewRow, "workspace_id" | "task_id" | "sample_id" | "reviewer_id">;

/** A reviewer's review of a sample under a task; undefined when there is none yet. */
export async function findReviewAt(db: Knex, place: ReviewPlace): Promise<ReviewRow | undefined> {
  return db("reviews").where(place).first("*");
}

/** When a reviewer last submitted under a task; null: not yet. */
export async function lastSubmittedAt(
  db: Knex,
  { workspace_id, task_id, reviewer_id }: ReviewPlace,
): Promise<Date | null> {
  const row: { submitted_at: Date } | undefined = await db("reviews")
    .where({ workspace_id, task_id, reviewer_id })
    .orderBy("submitted_at", "desc")
    .first("submitted_at");
  return row?.submitted_at ?? null;
}

/** Whether the sample is one of the task's. */
export async function isSampleOfTask(
  db: Knex,
  { workspace_id, task_id, sample_id }: ReviewPlace,
): Promise<boolean> {
  const row: unknown = await db("review_task_samples")
    .where({ workspace_id, task_id, sample_id })
    .first("position");
  return row !== undefined;
}

/** Stores a review's new state, and beside it the revision, which is never changed again. */
export async function storeReview(tx: Tx, row: ReviewRow): Promise<void> {
  const grades = JSON.stringify(row.grades);
  const { revision, evaluator, override_value, notes, flags, submitted_at } = row;
  const contents = { revision, grades, evaluator, override_value, notes, flags, submitted_at };
  const { evaluation_id, original_ai_score, credentials } = row;
  await tx("reviews")
    .insert({ ...row, grades })
    .onConflict(["workspace_id", "id"])
    .merge({ ...contents, evaluation_id, original_ai_score, credentials });
  await tx("review_revisions").insert({ workspace_id: row.workspace_id, review_id: row.id, ...contents });
}

/** Which reviews, and where the page begins. */
export interface ReviewPage {
  filter: Record<"project_id" | "task_id" | "sample_id" | "reviewer_id", string | undefined>;
  hasOverride: boolean | undefined;
  /** Only those with any of these. */
  flags: readonly string[] | undefined;
  limit: number;
  position: readonly (string | number)[] | undefined;
}

/** Reviews newest first, one more than the page shows, without those of samples that the caller reviews blind. */
export async function listReviews(
  db: Knex,
  caller: Reach & { reviewerId: string | null },
  page: ReviewPage,
): Promise<ShownReviewRow[]> {
  const query = hideBlind(withinReach(db("reviews"), caller).where(withoutAbsent(page.filter)), {
    db,
    caller,
  });
  if (page.hasOverride !== undefined)
    query.whereRaw(`override_value is ${page.hasOverride ? "not " : ""}null`);
  if (page.flags !== undefined) query.whereRaw("flags && ?::text[]", [[...page.flags]]);
  if (page.position)
    query.whereRaw("(first_submitted_at, id) < (?::timestamptz, ?::uuid)", [...page.position]);
  query.orderBy([
    { column: "first_submitted_at", order: "desc" },
    { column: "id", order: "desc" },
  ]);
  return shown(db, query).limit(page.limit + 1);
}

/** The revisions of a review, the newest first, one more than the page shows. @param below only those before this. */
export async function listRevisions(
  db: Knex,
  { workspace_id, id }: Pick<ReviewRow, "workspace_id" | "id">,
  { limit, below }: { limit: number; below: number | undefined },
): Promise<ReviewContents[]> {
  const query = db("review_revisions").where({ workspace_id, review_id: id });
  if (below !== undefined) query.where("revision", "<", below);
  return query
    .orderBy("revision", "desc")
    .limit(limit + 1)
    .select("*");
}
