import { formatId } from "@assay/contract/platform/ids";
import type { ReviewContents, ShownReviewRow } from "./review-queries.ts";

/** What the contract says of grades was checked when they were submitted. */
type WireGrades = Record<string, { [key: string]: unknown; value: WireValue }>;
type WireValue = string | number | boolean | (string | number)[] | null;

const contentsToWire = (row: ReviewContents) => ({
  // Checked against the rubric before they were stored.
  grades: row.grades as WireGrades,
  override_ai_score: row.override_value !== null,
  override_value: row.override_value,
  evaluator: row.evaluator,
  notes: row.notes,
  flags: row.flags,
  submitted_at: row.submitted_at.toISOString(),
});

/** A review as it goes over the wire. */
export const reviewToWire = (row: ShownReviewRow) => ({
  id: formatId("review", row.id),
  object: "review" as const,
  project: formatId("project", row.project_id),
  task: formatId("review_task", row.task_id),
  sample: formatId("sample", row.sample_id),
  rubric: formatId("rubric", row.rubric_id),
  evaluation: row.evaluation_id && formatId("evaluation", row.evaluation_id),
  reviewer: {
    id: formatId("reviewer", row.reviewer_id),
    name: row.reviewer_name,
    credentials: row.credentials,
  },
  ...contentsToWire(row),
  original_ai_score: row.original_ai_score,
  override_conflict: row.override_conflict,
  revision: row.revision,
  first_submitted_at: row.first_submitted_at.toISOString(),
});

/** Writes the revisions of a review for the wire. */
export const revisionToWire = (reviewId: string) => (row: ReviewContents) => ({
  object: "review_revision" as const,
  review: formatId("review", reviewId),
  revision: row.revision,
  ...contentsToWire(row),
});
