import type { Cell, Output } from "../output.ts";
import { type FileResult, legend, scoreTable, triageTable } from "./report.ts";

/** Systems that stand beside each other in one table: more would not fit a terminal. */
const systemsPerTable = 3;

/** Shows evaluated files: tables for people, one JSON document for machines. */
export function showResults(results: readonly FileResult[], output: Output): void {
  output.data(results);
  if (output.json) return;
  for (let start = 0; start < results.length; start += systemsPerTable) {
    const shown = results.slice(start, start + systemsPerTable);
    showTable(scoreTable(shown), output);
    const triage = triageTable(shown);
    if (triage) showTable(triage, output);
  }
  if (results.some(({ evaluation }) => evaluation.results?.triage)) output.line(output.style("dim", legend));
  output.line();
  for (const { system, evaluation } of results) output.line(`${system}: ${evaluation.id}`);
  for (const { system, gates } of results) {
    for (const { gate, passed, text } of gates) {
      const mark = passed ? output.style("green", "ok  ") : output.style("red", "FAIL");
      output.line(`${mark} ${system} --${gate}: ${text}`);
    }
  }
}

function showTable([head = [], ...rows]: readonly Cell[][], output: Output): void {
  output.table({ head: head.map(String), rows });
}
