import type { Comparison } from "../../generated/types.ts";
import { showComparisons } from "../compare/show-comparison.ts";
import { missedItems } from "../../report/text/missed-items.ts";
import { resultLegend } from "../../report/text/result-rows.ts";
import type { Output, TableContent } from "../output.ts";
import type { FileResult } from "../run/file-result.ts";
import { reasonsOf, reasonText } from "./reasons-text.ts";
import { tableParts } from "./table-parts.ts";
import { levelTables, type NamedEvaluation, narrowed, resultTable } from "./result-tables.ts";

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
  if (comparisons !== undefined && comparisons.length > 0) {
    output.line();
    showComparisons(comparisons, output);
  }
  // The gates come last, because they determine the exit code.
  if (comparisons !== undefined && results.some(({ gates }) => gates.length > 0)) output.line();
  for (const { system, gates } of results) {
    for (const { gate, passed, text } of gates) {
      output.line(
        passed ? { text: "ok  ", emphasis: "green" } : { text: "FAIL", emphasis: "red" },
        ` ${system} --${gate}: ${text}`,
      );
    }
  }
}

/** Maximum number of flags, symptoms or groups in a table of the terminal. */
const maxItems = 5;

/** States how many flags, symptoms or groups a table leaves out, and which command shows them. */
export const moreText = (hidden: number, isTruncated = false): string =>
  `${isTruncated ? "at least " : ""}${hidden} more: assay report eval_… --html report.html`;

/**
 * Shows the figures of all systems, safety first, then the confusion matrix of each, and the red flags and symptoms that
 * the systems missed.
 */
export function showFigures(results: readonly NamedEvaluation[], output: Output): void {
  const whole = resultTable(results);
  if (output.fits([whole])) output.tables([whole]);
  else
    for (const shown of groupedByWidth(results, output))
      output.tables([narrowed(resultTable(shown), output.columns)]);
  const hasShares = results.some(
    ({ evaluation: { results: found } }) => found?.triage ?? found?.red_flags ?? found?.symptoms,
  );
  if (hasShares) for (const text of resultLegend) output.line({ text, emphasis: "dim" });
  for (const table of results.flatMap(levelTables)) showDivided(table, output);
  showMissedItems(results, output);
}

function showDivided(table: TableContent, output: Output): void {
  output.line();
  output.tables(tableParts(table, output));
}

function showMissedItems(results: readonly NamedEvaluation[], output: Output): void {
  const evaluations = results.map(({ evaluation }) => evaluation);
  for (const { head, rows, hidden, isTruncated } of missedItems(evaluations, maxItems)) {
    showDivided({ head: [...head, ...results.map(({ system }) => system)], rows }, output);
    if (hidden > 0 || isTruncated) output.line({ text: moreText(hidden, isTruncated), emphasis: "dim" });
  }
}

/** Groups the systems so that each group fits the width of stdout; each group has at least one system. */
function* groupedByWidth(results: readonly NamedEvaluation[], output: Output): Generator<NamedEvaluation[]> {
  const fits = (shown: readonly NamedEvaluation[]): boolean =>
    output.fits([narrowed(resultTable(shown), output.columns)]);
  for (let start = 0, end = 1; start < results.length; start = end, end += 1) {
    while (end < results.length && fits(results.slice(start, end + 1))) end += 1;
    yield results.slice(start, end);
  }
}
