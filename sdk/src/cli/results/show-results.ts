import type { Comparison } from "../../generated/types.ts";
import { showComparisons } from "../compare/show-comparison.ts";
import { resultLegend } from "../../report/text/result-rows.ts";
import type { Output } from "../output.ts";
import type { FileResult } from "../run/file-result.ts";
import { reasonsOf, reasonText } from "./reasons-text.ts";
import { levelTables, type NamedEvaluation, pooledTables, resultTable } from "./result-tables.ts";

/**
 * Shows evaluated files, either as human-readable tables or as one JSON document.
 *
 * @param comparisons the comparisons of the files with their baseline, if requested.
 */
export function showResults(
  results: readonly FileResult[],
  output: Output,
  comparisons?: readonly Comparison[],
): void {
  output.data(comparisons ? { results, comparisons } : results);
  if (output.json) return;
  showFigures(results, output);
  output.line();
  for (const { system, evaluation } of results) output.line(`${system}: ${evaluation.id}`);
  for (const { system, evaluation } of results)
    for (const reason of reasonsOf(evaluation)) output.line(`${system}: ${reasonText(reason)}`);
  for (const { system, gates } of results) {
    for (const { gate, passed, text } of gates) {
      output.line(
        passed ? { text: "ok  ", emphasis: "green" } : { text: "FAIL", emphasis: "red" },
        ` ${system} --${gate}: ${text}`,
      );
    }
  }
  if (comparisons === undefined || comparisons.length === 0) return;
  output.line();
  showComparisons(comparisons, output);
}

/** Shows the figures of all systems, safety first, then the confusion matrix, red flags and symptoms of each. */
export function showFigures(results: readonly NamedEvaluation[], output: Output): void {
  const whole = resultTable(results, false);
  if (output.fits([whole])) output.tables([whole]);
  else for (const shown of groupedByWidth(results, output)) output.tables([resultTable(shown, true)]);
  const tables = results.flatMap((result) => {
    const items = pooledTables(result, false);
    return [...levelTables(result), ...(output.fits(items) ? items : pooledTables(result, true))];
  });
  const hasShares = results.some(
    ({ evaluation: { results: found } }) => found?.triage ?? found?.red_flags ?? found?.symptoms,
  );
  if (hasShares) output.line({ text: resultLegend, emphasis: "dim" });
  for (const table of tables) {
    output.line();
    output.tables([table]);
  }
}

/** Groups the systems so that each group fits the width of stdout; each group has at least one system. */
function* groupedByWidth(results: readonly NamedEvaluation[], output: Output): Generator<NamedEvaluation[]> {
  for (let start = 0, end = 1; start < results.length; start = end, end += 1) {
    while (end < results.length && output.fits([resultTable(results.slice(start, end + 1), true)])) end += 1;
    yield results.slice(start, end);
  }
}
