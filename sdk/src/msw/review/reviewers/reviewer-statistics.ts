import { reviewerFigures } from "@assay/contract/review/reviewers/reviewer-figures";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { reviewerStatisticsToWire } from "@assay/contract/review/reviewers/reviewer-wire";
import { daysOf } from "@assay/contract/review/review-period";
import { reaches } from "../../workspace/reach.ts";
import type { ReviewCall } from "../review-tables.ts";

/**
 * Returns a reviewer's statistics for a period until now. @param hidden samples that the caller must not see.
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
  return reviewerStatisticsToWire(reviewer, period, reviewerFigures(own, all));
}
