import { instant } from "../../domain/values/instants.ts";
import type { ReviewContents, ReviewRecord } from "./review-record.ts";

/** Grades in wire form. They were validated at submission. */
export type WireGrades = Record<string, { [key: string]: unknown; value: WireValue }>;
type WireValue = string | number | boolean | (string | number)[] | null;

const contentsToWire = (contents: ReviewContents) => ({
  // Safe: the grades were validated against the rubric before they were stored.
  grades: contents.grades as WireGrades,
  override_ai_score: contents.overrideValue !== null,
  override_value: contents.overrideValue,
  evaluator: contents.evaluator,
  notes: contents.notes,
  flags: [...contents.flags],
  active_seconds: contents.activeSeconds,
  after_reveal: contents.afterReveal,
  submitted_at: instant(contents.submittedAt),
});

/** The members of a review in responses that are not in its record. */
export interface ReviewParts {
  reviewerName: string;
  /** Whether another review overrides the same score with a different value. */
  overrideConflict: boolean;
}

/** Converts a review to its form in responses. */
export const reviewToWire = (
  review: ReviewRecord,
  { reviewerName: name, overrideConflict }: ReviewParts,
) => ({
  id: review.id,
  object: "review" as const,
  project: review.project,
  task: review.task,
  sample: review.sample,
  rubric: review.rubric,
  evaluation: review.evaluation,
  reviewer: { id: review.reviewer, name, credentials: [...review.credentials] },
  ...contentsToWire(review),
  original_ai_score: review.originalAiScore,
  override_conflict: overrideConflict,
  revision: review.revision,
  first_submitted_at: instant(review.createdAt),
});

/**
 * Converts a review to the form in which its author receives it after submission.
 *
 * @param isBlind whether the author has yet to review the sample in another task.
 */
export const submittedToWire = (review: ReviewRecord, parts: ReviewParts, isBlind: boolean) => ({
  ...reviewToWire(review, parts),
  ...(isBlind && { original_ai_score: null, override_conflict: false }),
});

/** Converts a revision of a review to its form in responses. */
export const revisionToWire = (review: string) => (contents: ReviewContents) => ({
  object: "review_revision" as const,
  review,
  revision: contents.revision,
  ...contentsToWire(contents),
});
