import { hasValues } from "../../../platform/paging/sorted-page.ts";
import type { ResultRecord } from "../evaluation-record.ts";
import type { ResultsQuery } from "../evaluation-result.ts";

/** The filters of a list of results; undefined matches any result. */
interface ResultFilters extends Pick<ResultsQuery, "status" | "score_below" | "flagged"> {
  /** Index of the evaluator. */
  evaluator: number | undefined;
}

/** Whether a list with these filters contains a result. */
export function listsResult(
  { evaluator, status, score_below: below, flagged }: ResultFilters,
  result: Pick<ResultRecord, "position" | "status" | "score" | "effectiveScore" | "flagged">,
): boolean {
  const score = result.effectiveScore ?? result.score;
  const isBelow = below === undefined || (score !== null && score < below);
  return isBelow && hasValues(result, { position: evaluator, status, flagged });
}
