import type { Comparison, ComparisonSet } from "../../generated/types.ts";
import { cautions, namesOf, verdictText } from "../../report/text/comparison-text.ts";
import { changeTexts } from "../../report/text/figure-text.ts";
import { withDistinctSystems } from "../../report/text/system-names.ts";
import type { Output } from "../output.ts";
import { showComparisonTable } from "./comparison-tables.ts";

const legend =
  "Scores (0-100) of the cases scored in both evaluations. Change is in points. Better, worse and same are numbers of cases. The p values of single evaluators and safety checks are corrected for multiple tests (Holm).";

const emphasisOf = (verdict: Comparison["verdict"]) =>
  verdict === "improved"
    ? "green"
    : verdict === "regressed"
      ? "red"
      : verdict === "no_difference"
        ? "bold"
        : "yellow";

/**
 * Prints comparisons with one baseline as one table, safety first, and each verdict as a sentence with its
 * cautions.
 *
 * @param compared at least one comparison.
 */
export function showComparisons(compared: readonly Comparison[], output: Output): void {
  const comparisons = withDistinctSystems(compared);
  showComparisonTable(comparisons, output);
  output.line({ text: legend, emphasis: "dim" });
  for (const comparison of comparisons) {
    output.line();
    output.line({ text: verdictText(comparison), emphasis: emphasisOf(comparison.verdict) });
    for (const caution of cautions(comparison)) output.line(`! ${caution}`);
  }
}

/** Prints the comparison of each candidate with the baseline, and the ranking of the candidates. */
export function showComparisonSet({ candidates: compared, ranking }: ComparisonSet, output: Output): void {
  const candidates = withDistinctSystems(compared);
  showComparisons(candidates, output);
  output.line();
  const rows = ranking.flatMap(({ evaluation, change, ci95, verdict }) => {
    const own = candidates.find(({ candidate }) => candidate.id === evaluation);
    if (!own) return [];
    const texts = changeTexts(change, ci95);
    return [[namesOf(own).after, texts.change, texts.ci95, verdict]];
  });
  output.tables([{ head: ["ranking", "change", "95 % interval", "verdict"], rows }]);
}
