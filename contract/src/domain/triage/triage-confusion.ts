import type { Tally } from "../evaluation/tally.ts";
import { reservedTriageLevels } from "./triage-levels.ts";
import { parseTriageTally, type TriageResponse } from "./triage-tally.ts";

/** Kinds of responses that are not a level of the scale. */
const withoutLevel = ["no_answer", "invalid_level", "missing_output", "errored"] as const;

/** A response that is not a level of the scale. */
export type WithoutLevel = (typeof withoutLevel)[number];

/** Response → samples, for one expected level; every column is present, also with 0. */
export type ConfusionRow = ReadonlyMap<string, number>;

/**
 * The counts of one evaluation: expected level → response → samples. Maps, so that no level name is special.
 */
export interface Confusion {
  rows: ReadonlyMap<string, ConfusionRow>;
  /** Only responses with a level, square, in level order: row = expected, column = response. */
  matrix: readonly (readonly number[])[];
  /** Samples without a valid expected level; not in any row. */
  unknownExpected: number;
}

function assertUsable(levels: readonly string[]): void {
  const reserved = reservedTriageLevels.find((name) => levels.includes(name));
  if (reserved === undefined) return;
  throw new RangeError(
    `"${reserved}" cannot name a triage level; the confusion matrix uses it for something else.`,
  );
}

function columnOf(answer: TriageResponse): string {
  return answer.kind === "level" ? answer.level : answer.kind;
}

/**
 * Counts tallies into a confusion matrix.
 *
 * @param levels most urgent first.
 * @param tallies how many samples share each tally of `triage_accuracy`; one tally may occur in parts.
 * @throws {RangeError} if a level has a reserved name or a tally belongs to other levels.
 */
export function countConfusion(levels: readonly string[], tallies: readonly Tally[]): Confusion {
  assertUsable(levels);
  const columns = [...levels, ...withoutLevel];
  const rows = new Map(levels.map((level) => [level, new Map(columns.map((column) => [column, 0]))]));
  let unknownExpected = 0;
  for (const { tally, count } of tallies) {
    const { expected, answer } = parseTriageTally(tally);
    if (expected === null) {
      unknownExpected += count;
      continue;
    }
    const row = rows.get(expected);
    const column = columnOf(answer);
    const before = row?.get(column);
    if (row === undefined || before === undefined) {
      throw new RangeError(`Tally ${tally} does not belong to the levels ${levels.join(", ")}.`);
    }
    row.set(column, before + count);
  }
  const matrix = [...rows.values()].map((row) => levels.map((level) => row.get(level) ?? 0));
  return { rows, matrix, unknownExpected };
}

/** Samples in the cells of a matrix that `wanted` selects by their indexes. */
export function sumCells(
  matrix: Confusion["matrix"],
  wanted: (expected: number, answered: number) => boolean,
): number {
  let sum = 0;
  for (const [expected, cells] of matrix.entries()) {
    for (const [answered, samples] of cells.entries()) if (wanted(expected, answered)) sum += samples;
  }
  return sum;
}

/** Samples of all expected levels with this response. */
export function sumColumn({ rows }: Confusion, column: WithoutLevel): number {
  let sum = 0;
  for (const row of rows.values()) sum += row.get(column) ?? 0;
  return sum;
}

/** Samples of one expected level, with any response; 0 for an unknown level. */
export function sumRow(row: ConfusionRow | undefined): number {
  let sum = 0;
  for (const samples of row?.values() ?? []) sum += samples;
  return sum;
}
