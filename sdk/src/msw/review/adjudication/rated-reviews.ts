import type { AdjudicationRecord } from "@assay/contract/review/adjudication/adjudication-record";
import type { RatedReview } from "@assay/contract/review/adjudication/disagreements/sample-grades";
import type { ReviewTables } from "../review-tables.ts";
import { adjudicationsOf, type SampleKey } from "../tasks/adjudicators.ts";

/** Returns the reviews of a workspace with what decides whether their grades count. */
export const ratedReviews = ({
  reviews,
  reviewTasks,
  reviewers,
}: ReviewTables): (RatedReview & {
  project: string;
})[] =>
  [...reviews.values()].flatMap((review) => {
    const task = reviewTasks.get(review.task);
    const reviewer = reviewers.get(review.reviewer);
    if (!task || !reviewer) return [];
    return [{ ...review, reviewerName: reviewer.name, blind: task.blind, origin: task.origin }];
  });

/** Returns the adjudication of a sample with a rubric that is not superseded. */
export function presentAdjudication(tables: ReviewTables, key: SampleKey): AdjudicationRecord | undefined {
  const all = adjudicationsOf(tables, key);
  return all.find(({ id }) => !all.some(({ supersedes }) => supersedes === id));
}
