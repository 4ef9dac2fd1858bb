import type { Credential } from "@assay/contract/workspace/credentials";
import type { ReviewContents, ReviewRecord } from "@assay/contract/review/reviews/review-record";
import type { ReviewParts } from "@assay/contract/review/reviews/review-wire";
import { formatId } from "@assay/contract/platform/ids";
import { withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { currentAfterReveal, revisionAfterReveal } from "./after-reveal.ts";
import { type BlindCaller, hideBlind } from "../../workspace/access/blind-access.ts";

/** A database row with one revision of a review. */
interface StoredRevision {
  revision: number;
  grades: Record<string, unknown>;
  evaluator: string | null;
  override_value: number | null;
  notes: string | null;
  flags: string[];
  active_seconds: number | null;
  is_after_reveal: boolean;
  submitted_at: Date;
}

/** A database row with the current revision of a review. */
export interface StoredReview extends StoredRevision {
  id: string;
  project_id: string;
  task_id: string;
  sample_id: string;
  reviewer_id: string;
  rubric_id: string;
  evaluation_id: string | null;
  original_ai_score: number | null;
  credentials: Credential[];
  first_submitted_at: Date;
  duration_seconds: number | null;
  revealed_at: Date | null;
}

type StoredShown = StoredReview & { reviewer_name: string; override_conflict: boolean };

/** A review with the additional members that responses contain. */
export type ShownReview = ReviewRecord & ReviewParts;

const contentsOf = (row: StoredRevision): ReviewContents => ({
  revision: row.revision,
  grades: row.grades,
  evaluator: row.evaluator,
  overrideValue: row.override_value,
  notes: row.notes,
  flags: row.flags,
  activeSeconds: row.active_seconds,
  afterReveal: row.is_after_reveal,
  submittedAt: row.submitted_at.getTime(),
});

/** Converts a row of the table `reviews`. */
export const reviewOfRow = (row: StoredReview): ReviewRecord => ({
  ...contentsOf(row),
  id: formatId("review", row.id),
  project: formatId("project", row.project_id),
  task: formatId("review_task", row.task_id),
  sample: formatId("sample", row.sample_id),
  reviewer: formatId("reviewer", row.reviewer_id),
  rubric: formatId("rubric", row.rubric_id),
  evaluation: row.evaluation_id && formatId("evaluation", row.evaluation_id),
  originalAiScore: row.original_ai_score,
  credentials: row.credentials,
  durationSeconds: row.duration_seconds,
  revealedAt: row.revealed_at && row.revealed_at.getTime(),
  createdAt: row.first_submitted_at.getTime(),
});

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

async function readShown(db: Knex, query: Knex.QueryBuilder): Promise<ShownReview[]> {
  const rows: StoredShown[] = await query.select(
    "reviews.*",
    db.raw(currentAfterReveal),
    db.raw(conflict),
    db.raw(authorName),
  );
  return rows.map((row) => ({
    ...reviewOfRow(row),
    reviewerName: row.reviewer_name,
    overrideConflict: row.override_conflict,
  }));
}

/** Finds a review within the caller's reach. */
export async function findReview(db: Knex, reach: Reach, id: string): Promise<ShownReview | undefined> {
  const [review] = await readShown(db, withinReach(db("reviews"), reach).where({ id }));
  return review;
}

/** Returns the reviews of a sample in a task, oldest first. */
export const listReviewsOf = (
  db: Knex,
  { workspaceId, taskId, sampleId }: { workspaceId: string; taskId: string; sampleId: string },
): Promise<ShownReview[]> =>
  readShown(
    db,
    db("reviews")
      .where({ workspace_id: workspaceId, task_id: taskId, sample_id: sampleId })
      .orderBy(["first_submitted_at", "id"]),
  );

/** The members that identify a review: a reviewer has at most one review of a sample in a task. */
export interface ReviewKey {
  workspace_id: string;
  task_id: string;
  sample_id: string;
  reviewer_id: string;
}

/** Finds a reviewer's review of a sample in a task. */
export async function findReviewAt(db: Knex, key: ReviewKey): Promise<ReviewRecord | undefined> {
  const row: StoredReview | undefined = await db("reviews").where(key).first("*", db.raw(currentAfterReveal));
  return row && reviewOfRow(row);
}

/**
 * Returns the time of a reviewer's last review in a task (milliseconds since 1970); null if there is none.
 */
export async function lastSubmittedAt(
  db: Knex,
  { workspace_id, task_id, reviewer_id }: ReviewKey,
): Promise<number | null> {
  const row: { submitted_at: Date } | undefined = await db("reviews")
    .where({ workspace_id, task_id, reviewer_id })
    .orderBy("submitted_at", "desc")
    .first("submitted_at");
  return row ? row.submitted_at.getTime() : null;
}

/** Stores the current state of a review. Also stores the same contents as a revision, which never changes. */
export async function storeReview(tx: Tx, key: ReviewKey, review: ReviewRecord): Promise<void> {
  const contents = {
    revision: review.revision,
    grades: JSON.stringify(review.grades),
    evaluator: review.evaluator,
    override_value: review.overrideValue,
    notes: review.notes,
    flags: review.flags,
    active_seconds: review.activeSeconds,
    after_reveal: review.afterReveal,
    submitted_at: new Date(review.submittedAt),
  };
  const present = {
    ...contents,
    evaluation_id: review.evaluation && uuidOf("evaluation", review.evaluation),
    original_ai_score: review.originalAiScore,
    credentials: review.credentials,
  };
  const id = uuidOf("review", review.id);
  await tx("reviews")
    .insert({
      ...key,
      ...present,
      id,
      project_id: uuidOf("project", review.project),
      rubric_id: uuidOf("rubric", review.rubric),
      first_submitted_at: new Date(review.createdAt),
      duration_seconds: review.durationSeconds,
    })
    .onConflict(["workspace_id", "id"])
    .merge(present);
  await tx("review_revisions").insert({ workspace_id: key.workspace_id, review_id: id, ...contents });
}

/** The filters of a page of reviews, and the position at which the page starts. */
export interface ReviewPage {
  filter: Record<"project_id" | "task_id" | "sample_id" | "reviewer_id", string | undefined>;
  hasOverride: boolean | undefined;
  /** Selects only reviews with at least one of these flags. */
  flags: readonly string[] | undefined;
  limit: number;
  position: readonly (string | number)[] | undefined;
}

/**
 * Lists reviews, newest first. Reads one row more than the page, to detect whether a next page exists. Omits
 * reviews of samples that the caller still has to review blind.
 */
export async function listReviews(
  db: Knex,
  caller: Reach & BlindCaller,
  page: ReviewPage,
): Promise<ShownReview[]> {
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
  return readShown(db, query.limit(page.limit + 1));
}

/**
 * Lists the revisions of a review, newest first. Reads one row more than the page, to detect whether a next
 * page exists.
 *
 * @param page.below selects only revisions with a lower number.
 */
export async function listRevisions(
  db: Knex,
  review: { workspaceId: string; id: string },
  { limit, below }: { limit: number; below: number | undefined },
): Promise<ReviewContents[]> {
  const query = db("review_revisions").where({ workspace_id: review.workspaceId, review_id: review.id });
  if (below !== undefined) query.where("revision", "<", below);
  const rows: StoredRevision[] = await query
    .orderBy("revision", "desc")
    .limit(limit + 1)
    .select("*", db.raw(revisionAfterReveal));
  return rows.map(contentsOf);
}
