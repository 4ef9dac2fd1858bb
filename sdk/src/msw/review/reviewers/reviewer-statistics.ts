import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { reviewerStatisticsToWire } from "@assay/contract/review/reviewers/reviewer-wire";
import { daysOf } from "@assay/contract/review/review-period";
import { consensusOf, type GradesByDimension } from "@assay/contract/domain";
import { reaches } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewRow } from "../review-tables.ts";

const gradesOf = (row: ReviewRow): GradesByDimension =>
  // Grades were checked against their rubric before they were stored.
  row.grades as GradesByDimension;

/**
 * What a reviewer did in a period that ends now.
 *
 * @param hidden samples that the caller must not learn of.
 */
export function statisticsOf(
  { caller, clock }: ReviewCall,
  reviewer: ReviewerRecord,
  { period, hidden }: { period: string; hidden: ReadonlySet<string> },
) {
  const since = clock.now() - daysOf(period) * 86_400_000;
  const all = [...caller.workspace.reviews.values()];
  const own = all.filter(
    (row) =>
      row.reviewer === reviewer.id &&
      row.createdAt > since &&
      reaches(caller, row.project) &&
      !hidden.has(row.sample),
  );
  const durations = own.flatMap(({ durationSeconds }) => (durationSeconds === null ? [] : [durationSeconds]));
  const overrides = own.filter(({ overrideValue }) => overrideValue !== null).length;
  const rated = own.map((row) => ({
    mine: gradesOf(row),
    others: all
      .filter(
        (other) =>
          other.sample === row.sample && other.rubric === row.rubric && other.reviewer !== row.reviewer,
      )
      .map(gradesOf),
  }));
  return reviewerStatisticsToWire(reviewer, period, {
    completed: own.length,
    averageSeconds:
      durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0) / durations.length,
    durationCount: durations.length,
    overrideCount: overrides,
    consensus: consensusOf(rated),
  });
}
