import type { Tally } from "../evaluation/tally.ts";
import type { ClusterCount } from "../statistics/proportion.ts";
import { reservedTriageLevels } from "./triage-levels.ts";
import { parseTriageTally, type TriageResponse } from "./triage-tally.ts";

/** The kinds of responses that are not a level on the scale. */
const withoutLevel = ["no_answer", "invalid_level", "missing_output", "errored"] as const;

/** One of {@link withoutLevel}. */
export type WithoutLevel = (typeof withoutLevel)[number];

/** The number of samples by response, for one expected level. Every column is present, even with 0. */
export type ConfusionRow = ReadonlyMap<string, number>;

/**
 * The counts of one evaluation: expected level → response → samples. The counts are in maps, so that no level
 * name needs special treatment.
 */
export interface Confusion {
  rows: ReadonlyMap<string, ConfusionRow>;
  /** A square matrix of the responses with a level, in level order: row = expected, column = response. */
  matrix: readonly (readonly number[])[];
  /** The samples of the matrix by cluster. */
  cells: readonly ConfusionCell[];
  /** Number of samples without a valid expected level, which are not in any row. */
  unknownExpected: number;
}

/** Samples of one cluster with the same expected level and response. */
export interface ConfusionCell {
  /** Index of the expected level. */
  expected: number;
  /** Index of the level in the output; null for any other response. */
  answered: number | null;
  count: number;
  /** The cluster; null if each sample is a cluster of its own. */
  cluster: string | null;
}

function assertUsable(levels: readonly string[]): void {
  const reserved = reservedTriageLevels.find((name) => levels.includes(name));
  if (reserved === undefined) return;
  throw new RangeError(`"${reserved}" cannot name a triage level; the confusion matrix reserves this name.`);
}

function columnOf(answer: TriageResponse): string {
  return answer.kind === "level" ? answer.level : answer.kind;
}

/**
 * Builds a confusion matrix from tallies.
 *
 * @param levels the levels, most urgent first.
 * @param tallies the number of samples for each tally of `triage_accuracy`; the same tally may occur several
 *   times.
 * @throws {RangeError} if a level has a reserved name, or if a tally belongs to other levels.
 */
export function countConfusion(levels: readonly string[], tallies: readonly Tally[]): Confusion {
  assertUsable(levels);
  const columns = [...levels, ...withoutLevel];
  const rows = new Map(levels.map((level) => [level, new Map(columns.map((column) => [column, 0]))]));
  const cells: ConfusionCell[] = [];
  let unknownExpected = 0;
  for (const { tally, count, cluster = null } of tallies) {
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
    const answered = answer.kind === "level" ? levels.indexOf(answer.level) : null;
    cells.push({ expected: levels.indexOf(expected), answered, count, cluster });
  }
  const matrix = [...rows.values()].map((row) => levels.map((level) => row.get(level) ?? 0));
  return { rows, matrix, cells, unknownExpected };
}

/**
 * Counts the successes in each cluster of the selected samples.
 *
 * @param cells the samples of a proportion's denominator.
 * @param isSuccess whether the samples of a cell are in the numerator.
 */
export function clusterCounts<Cell extends Pick<ConfusionCell, "count" | "cluster">>(
  cells: readonly Cell[],
  isSuccess: (cell: Cell) => boolean,
): ClusterCount[] {
  const independent = { successes: 0, failures: 0 };
  const shared = new Map<string, ClusterCount>();
  for (const cell of cells) {
    const { count, cluster } = cell;
    const isSuccessful = isSuccess(cell);
    if (cluster === null) {
      independent[isSuccessful ? "successes" : "failures"] += count;
      continue;
    }
    const before = shared.get(cluster) ?? { size: 0, successes: 0, clusters: 1 };
    shared.set(cluster, before);
    before.size += count;
    if (isSuccessful) before.successes += count;
  }
  const single: ClusterCount[] = [
    { size: 1, successes: 1, clusters: independent.successes },
    { size: 1, successes: 0, clusters: independent.failures },
  ];
  return [...single.filter(({ clusters }) => clusters > 0), ...shared.values()];
}

/** Sums the cells of a matrix that `wanted` selects by their indexes. */
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

/** Returns the number of samples with the given response, over all expected levels. */
export function sumColumn({ rows }: Confusion, column: WithoutLevel): number {
  let sum = 0;
  for (const row of rows.values()) sum += row.get(column) ?? 0;
  return sum;
}

/** Returns the number of samples with one expected level, over all responses; 0 for an unknown level. */
export function sumRow(row: ConfusionRow | undefined): number {
  let sum = 0;
  for (const samples of row?.values() ?? []) sum += samples;
  return sum;
}
