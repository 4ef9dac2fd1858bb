// Computes reviewers' statistics from reviews in memory.
import { consensusOf, type GradesByDimension } from "../../domain/index.ts";
import { quantileOf } from "../../domain/statistics/describe.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { ReviewerFigures } from "./reviewer-wire.ts";

const gradesOf = ({ grades }: ReviewRecord): GradesByDimension =>
  // Safe: grades were validated against their rubric before they were stored.
  grades as GradesByDimension;

/** Returns whether another reviewer reviewed the same sample with the same rubric. */
const isCoRating = (row: ReviewRecord, other: ReviewRecord): boolean =>
  other.sample === row.sample && other.rubric === row.rubric && other.reviewer !== row.reviewer;

/** Returns the median and the number of active times, in seconds; the median is null if there are none. */
export const activeTimes = (
  seconds: readonly number[],
): Pick<ReviewerFigures, "medianActiveSeconds" | "activeCount"> => ({
  medianActiveSeconds: seconds.length === 0 ? null : quantileOf(Float64Array.from(seconds).sort(), 0.5),
  activeCount: seconds.length,
});

/** The reviews that a reviewer's statistics count. */
export interface CountedReviews {
  /** Id of the reviewer. */
  reviewer: string;
  /** Only reviews that were first submitted later count (milliseconds since 1970). */
  since: number;
  /** Whether the caller may see a review. */
  isShown: (review: ReviewRecord) => boolean;
}

/**
 * Computes a reviewer's statistics.
 *
 * @param all all reviews in the workspace. They are also used to compare grades for the same sample and rubric.
 */
export function reviewerFigures(
  all: readonly ReviewRecord[],
  { reviewer, since, isShown }: CountedReviews,
): ReviewerFigures {
  const own = all.filter((row) => row.reviewer === reviewer && row.createdAt > since && isShown(row));
  const durations = own.flatMap(({ durationSeconds }) => (durationSeconds === null ? [] : [durationSeconds]));
  const seconds = durations.reduce((sum, one) => sum + one, 0);
  return {
    completed: own.length,
    averageSeconds: durations.length === 0 ? null : seconds / durations.length,
    durationCount: durations.length,
    ...activeTimes(own.flatMap(({ activeSeconds }) => (activeSeconds === null ? [] : [activeSeconds]))),
    overrideCount: own.filter(({ overrideValue }) => overrideValue !== null).length,
    consensus: consensusOf(
      own.map((row) => ({
        mine: gradesOf(row),
        others: all.filter((other) => isCoRating(row, other)).map(gradesOf),
      })),
    ),
  };
}
