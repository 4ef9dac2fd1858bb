import { activeOverrides } from "@assay/contract/review/reviews/scores/evaluated-scores";
import { isOverrideInConflict } from "@assay/contract/domain";
import type { ReviewRow, ReviewTables } from "../review-tables.ts";

/** Returns the members of a review in responses that are not in its record. */
export function reviewParts({ evaluations, reviewers, reviews }: ReviewTables, row: ReviewRow) {
  const evaluation = evaluations.get(row.evaluation ?? "");
  const overrides = evaluation ? activeOverrides(evaluation, reviews.values(), row.sample) : [];
  return {
    reviewerName: reviewers.get(row.reviewer)?.name ?? "",
    overrideConflict: isOverrideInConflict(overrides, row.id),
  };
}
