// Statistics of reviewers over reviews in memory.
import { consensusOf, type GradesByDimension } from "../../domain/index.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { ReviewerFigures } from "./reviewer-wire.ts";

const gradesOf = ({ grades }: ReviewRecord): GradesByDimension =>
  // Safe: grades were validated against their rubric before they were stored.
  grades as GradesByDimension;

/** Whether another reviewer rated the same sample by the same rubric. */
const isCoRating = (row: ReviewRecord, other: ReviewRecord): boolean =>
  other.sample === row.sample && other.rubric === row.rubric && other.reviewer !== row.reviewer;

/**
 * Computes the statistics of a reviewer.
 *
 * @param own the counted reviews of the reviewer.
 * @param all every review of the workspace, for comparison on the same sample and rubric.
 */
export function reviewerFigures(own: readonly ReviewRecord[], all: readonly ReviewRecord[]): ReviewerFigures {
  const durations = own.flatMap(({ durationSeconds }) => (durationSeconds === null ? [] : [durationSeconds]));
  const seconds = durations.reduce((sum, one) => sum + one, 0);
  return {
    completed: own.length,
    averageSeconds: durations.length === 0 ? null : seconds / durations.length,
    durationCount: durations.length,
    overrideCount: own.filter(({ overrideValue }) => overrideValue !== null).length,
    consensus: consensusOf(
      own.map((row) => ({
        mine: gradesOf(row),
        others: all.filter((other) => isCoRating(row, other)).map(gradesOf),
      })),
    ),
  };
}
