import type { Evaluation } from "../../generated/types.ts";
import { confusionTable } from "../../report/text/confusion-table.ts";
import { invalidAnswersTable, invalidExpectedTable } from "../../report/text/invalid-levels-table.ts";
import { itemTables } from "../../report/text/pooled-rows.ts";
import { resultRows } from "../../report/text/result-rows.ts";
import type { NumbersTable } from "../../report/plot-node.ts";
import type { TableContent } from "../output.ts";

/** An evaluation with the name of its system. */
export interface NamedEvaluation {
  system: string;
  evaluation: Evaluation;
}

/** Splits a figure before its interval or its bound, and before each further number. */
const stacked = (figure: string): string[] =>
  figure.split(/ (?=\[|\(≤|effective n|\d+ (?:errored|left out))/);

/**
 * Returns the figures of the systems as one table, missed emergencies first.
 *
 * @param narrow whether intervals and bounds are below their figures, which takes about half the width.
 */
export function resultTable(shown: readonly NamedEvaluation[], narrow: boolean): TableContent {
  const rows = resultRows(shown.map(({ evaluation }) => evaluation));
  return {
    head: ["", ...shown.map(({ system }) => system)],
    rows: rows.map(({ label, cells }) => [label, ...(narrow ? cells.map(stacked) : cells)]),
  };
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

/** Maximum number of flags or symptoms in a table of the terminal. */
const maxItems = 20;

/**
 * Returns the figures of each red flag and symptom of a system, missed ones first.
 *
 * @param narrow whether intervals and bounds are below their figures.
 */
export function pooledTables({ system, evaluation }: NamedEvaluation, narrow: boolean): TableContent[] {
  return itemTables(evaluation, maxItems).map(({ head, rows }) => {
    const [first = "", ...others] = head;
    return {
      head: [`${system}: ${first}`, ...others],
      rows: rows.map(([name = "", ...cells]) => [name, ...(narrow ? cells.map(stacked) : cells)]),
    };
  });
}
