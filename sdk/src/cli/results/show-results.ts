import type { Comparison } from "../../generated/types.ts";
import { showComparison } from "../compare/show-comparison.ts";
import type { Output, TableContent } from "../output.ts";
import { reasonsOf, reasonText } from "./reasons-text.ts";
import { type FileResult, legend, scoreTable, triageTable } from "../run/report.ts";

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
  for (const shown of groupedByWidth(results, output)) output.tables(tablesOf(shown));
  if (results.some(({ evaluation }) => evaluation.results?.triage))
    output.line({ text: legend, emphasis: "dim" });
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
  for (const comparison of comparisons ?? []) {
    output.line();
    showComparison(comparison, output);
  }
}

/** Groups the results so that each group fits the width of stdout; each group has at least one result. */
function* groupedByWidth(results: readonly FileResult[], output: Output): Generator<FileResult[]> {
  for (let start = 0, end = 1; start < results.length; start = end, end += 1) {
    while (end < results.length && output.fits(tablesOf(results.slice(start, end + 1)))) end += 1;
    yield results.slice(start, end);
  }
}

function tablesOf(results: readonly FileResult[]): TableContent[] {
  return [scoreTable(results), triageTable(results) ?? []].flatMap(([head, ...rows]) =>
    head ? [{ head, rows }] : [],
  );
}
