import type { Evaluation } from "../../generated/types.ts";
import { confusionTable } from "../../report/text/confusion-table.ts";
import { invalidAnswersTable, invalidExpectedTable } from "../../report/text/invalid-levels-table.ts";
import { summaryRows } from "../../report/text/result-rows.ts";
import type { NumbersTable } from "../../report/plot-node.ts";
import type { TableContent } from "../output.ts";
import { linesOf } from "./table-parts.ts";

/** An evaluation with the name of its system. */
export interface NamedEvaluation {
  system: string;
  evaluation: Evaluation;
}

/** A figure can be divided before its interval or its bound, and before each further number. */
const figureBreaks = / (?=\[|\(≤|effective n|\d+ (?:errored|left out))/;
/** A label can be divided between words; spaces at its start are part of its first word. */
const labelBreaks = /(?<=\S) /;

/** Maximum width of labels if the table is divided to fit the width (characters). */
const maxLabelWidth = 22;

/** Returns the figures of the systems as one table, missed emergencies first. */
export function resultTable(shown: readonly NamedEvaluation[]): TableContent {
  const rows = summaryRows(shown.map(({ evaluation }) => evaluation));
  return {
    head: ["", ...shown.map(({ system }) => system)],
    rows: rows.map(({ label, cells }) => [label, ...cells]),
  };
}

/** Divides labels and figures that are too long for a width into several lines. */
export function narrowed({ head, rows }: TableContent, columns: number): TableContent {
  const width = Math.floor((columns - maxLabelWidth) / (head.length - 1)) - 2;
  const divided = (cell: TableContent["rows"][number][number], column: number) =>
    typeof cell !== "string"
      ? cell
      : column === 0
        ? linesOf(cell, maxLabelWidth, labelBreaks)
        : linesOf(cell, width, figureBreaks);
  return { head, rows: rows.map((row) => row.map(divided)) };
}

/** Returns a table about one system, whose last columns are counts. */
function countTable(system: string, { head, rows }: NumbersTable, counts: number): TableContent {
  const [first = "", ...others] = head;
  return {
    head: [`${system}: ${first}`, ...others],
    rows: rows.map((row) => [...row.slice(0, -counts), ...row.slice(-counts).map(Number)]),
  };
}

/**
 * Returns the confusion matrix of a system, and the values that are not levels of its scale; nothing without a
 * triage evaluator.
 */
export function levelTables({ system, evaluation }: NamedEvaluation): TableContent[] {
  const triage = evaluation.results?.triage;
  if (!triage) return [];
  const confusion = confusionTable(triage);
  const invalid = [invalidAnswersTable(triage), invalidExpectedTable(triage)];
  return [
    countTable(system, confusion, confusion.head.length - 1),
    ...invalid.flatMap((table) => (table ? [countTable(system, table, 1)] : [])),
  ];
}
