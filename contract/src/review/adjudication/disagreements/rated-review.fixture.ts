import type { RatedReview } from "./sample-grades.ts";

/** Returns a blind review of the reviewer with this id. Each revision has the given grades. */
export const ratedReview = (
  reviewer: string,
  revisions: readonly Record<string, unknown>[],
  given: Partial<RatedReview> = {},
): RatedReview => ({
  id: `rev_${reviewer}`,
  task: "task_1",
  sample: "smp_1",
  rubric: "rub_1",
  reviewer,
  reviewerName: `Name of ${reviewer}`,
  credentials: ["MD"],
  blind: true,
  origin: "review",
  revisions: revisions.map((grades, index) => ({
    revision: index + 1,
    grades,
    afterReveal: index > 0,
    submittedAt: index,
  })),
  ...given,
});
