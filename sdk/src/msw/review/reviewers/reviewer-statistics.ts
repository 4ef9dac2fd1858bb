import { daysOf } from "@assay/contract/review/reviews/review-period";
import { consensusOf, type GradesByDimension } from "@assay/contract/domain";
import { reaches } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewRow, ReviewerRow } from "../review-tables.ts";

const gradesOf = (row: ReviewRow): GradesByDimension =>
  // Grades were checked against their rubric before they were stored.
  (row.revisions.at(-1)?.grades ?? {}) as GradesByDimension;

/**
 * What a reviewer did in a period that ends now.
 *
 * @param hidden samples that the caller must not learn of.
 */
export function statisticsOf(
  { caller, clock }: ReviewCall,
  reviewer: ReviewerRow,
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
  const overrides = own.filter(({ revisions }) => (revisions.at(-1)?.overrideValue ?? null) !== null).length;
  const rated = own.map((row) => ({
    mine: gradesOf(row),
    others: all
      .filter(
        (other) =>
          other.sample === row.sample && other.rubric === row.rubric && other.reviewer !== row.reviewer,
      )
      .map(gradesOf),
  }));
  const consensus = consensusOf(rated);
  return {
    object: "reviewer_statistics" as const,
    reviewer: reviewer.id,
    period,
    completed: own.length,
    avg_duration_seconds:
      durations.length === 0 ? null : durations.reduce((sum, one) => sum + one, 0) / durations.length,
    duration_count: durations.length,
    override_rate: own.length === 0 ? null : overrides / own.length,
    override_count: overrides,
    consensus_agreement: consensus.compared === 0 ? null : consensus.agreed / consensus.compared,
    consensus_count: consensus.compared,
  };
}
