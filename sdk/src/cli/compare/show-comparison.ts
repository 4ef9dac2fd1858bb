import type { Comparison, ComparisonSet } from "../../generated/types.ts";
import { cautions, namesOf, safetyFaults, verdictText } from "../../report/text/comparison-text.ts";
import { changeTexts } from "../../report/text/figure-text.ts";
import { withDistinctSystems } from "../../report/text/system-names.ts";
import type { Output } from "../output.ts";
import { showComparisonTable } from "./comparison-tables.ts";

/** Explains the table, one sentence per line of at most 80 characters. */
const legend = [
  "Scores (0-100) and percentages cover the cases that all systems scored.",
  "A case with any missed flag counts once. Changes are in points.",
  "Each p of an evaluator or a safety check is corrected for their number (Holm).",
];

const emphasisOf = (verdict: Comparison["verdict"]) =>
  verdict === "improved"
    ? "green"
    : verdict === "regressed"
      ? "red"
      : verdict === "no_difference"
        ? "bold"
        : "yellow";

/**
 * Prints comparisons with one baseline as one table, then each safety check that is worse, each verdict and its cautions
 * as sentences.
 *
 * @param compared at least one comparison.
 */
export function showComparisons(compared: readonly Comparison[], output: Output): void {
  const comparisons = withDistinctSystems(compared);
  showComparisonTable(comparisons, output);
  for (const text of legend) output.line({ text, emphasis: "dim" });
  for (const comparison of comparisons) {
    output.line();
    for (const text of safetyFaults(comparison)) output.line({ text, emphasis: "red" });
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
