import type { RatedReview } from "@assay/contract/review/adjudication/sample-grades";
import type { ReviewTables } from "../review-tables.ts";

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
