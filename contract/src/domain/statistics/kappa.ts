import { jointFigures } from "./joint-figures.ts";

/** Why a kappa is undefined: there are no pairs, or both sides used a single, identical level throughout. */
export type KappaReason = "no_pairs" | "one_level";

/** A kappa with the number of pairs that it covers; `value` is `null` exactly when `reason` is set. */
export interface Kappa {
  value: number | null;
  n: number;
  reason: KappaReason | null;
}

function assertCountMatrix(matrix: readonly (readonly number[])[]): void {
  for (const [index, row] of matrix.entries()) {
    if (row.length !== matrix.length) {
      throw new RangeError(
        `Row ${index} has ${row.length} columns; the matrix must be square (${matrix.length}).`,
      );
    }
    const bad = row.find((count) => !Number.isSafeInteger(count) || count < 0);
    if (bad !== undefined)
      throw new RangeError(`Row ${index} holds ${bad}; counts are whole numbers from 0.`);
  }
}

/** Computes a kappa from a full matrix, using only its non-zero cells. */
function kappaOf(matrix: readonly (readonly number[])[], name: "plain" | "weighted"): Kappa {
  assertCountMatrix(matrix);
  const cells = matrix.flatMap((row, first) =>
    row.map((count, second) => ({ first, second, count })).filter(({ count }) => count > 0),
  );
  const figuresOf = jointFigures({
    cellStarts: Int32Array.of(0, cells.length),
    levelStarts: Int32Array.of(0, matrix.length),
    first: Int32Array.from(cells, ({ first }) => first),
    second: Int32Array.from(cells, ({ second }) => second),
    positions: Float64Array.from(matrix.keys()),
  });
  const figures = figuresOf(Float64Array.from(cells, ({ count }) => count));
  const [n = 0] = figures.n;
  const [value = Number.NaN] = figures[name];
  if (n === 0) return { value: null, n, reason: "no_pairs" };
  return Number.isNaN(value) ? { value: null, n, reason: "one_level" } : { value, n, reason: null };
}

/**
 * Computes Cohen's κ, the agreement between two sides beyond chance: κ = (p_o − p_e) / (1 − p_e).
 *
 * @param matrix a square matrix of counts in level order: row = level of the first side, column = level of
 *   the second.
 * @returns κ in [−1, 1] and the number of pairs. κ is `null`, with a reason, if there are no pairs or if both
 *   sides used a single, identical level throughout (p_e = 1).
 * @throws {RangeError} if the matrix is not square or contains a value that is not an integer from 0.
 * @see Cohen, J. (1960). Educational and Psychological Measurement 20(1), 37-46.
 */
export function cohensKappa(matrix: readonly (readonly number[])[]): Kappa {
  return kappaOf(matrix, "plain");
}

/**
 * Computes Cohen's weighted κ with quadratic weights: a disagreement counts with the square of its distance
 * in levels.
 *
 * @param matrix a square matrix of counts in level order: row = level of the first side, column = level of
 *   the second.
 * @returns κ in [−1, 1] and the number of pairs. κ is `null`, with a reason, if there are no pairs or if both
 *   sides used a single, identical level throughout.
 * @throws {RangeError} if the matrix is not square or contains a value that is not an integer from 0.
 * @see Cohen, J. (1968). Psychological Bulletin 70(4), 213-220.
 */
export function weightedKappa(matrix: readonly (readonly number[])[]): Kappa {
  return kappaOf(matrix, "weighted");
}

/**
 * Counts pairs into the square matrix from which the kappas are computed.
 *
 * @param levels all levels in order. Numbers are in numeric order and options in the rubric's order; neither
 *   is sorted as text.
 * @param pairs one pair `[first side's level, second side's level]` for each subject that both sides graded.
 * @throws {RangeError} if a pair contains a level that is not in `levels`.
 */
export function countPairs<Level extends string | number | boolean>(
  levels: readonly Level[],
  pairs: Iterable<readonly [Level, Level]>,
): number[][] {
  const position = new Map(levels.map((level, index) => [level, index]));
  const matrix = levels.map(() => levels.map(() => 0));
  for (const [first, second] of pairs) {
    const row = matrix[position.get(first) ?? -1];
    const column = position.get(second);
    if (row === undefined || column === undefined) {
      throw new RangeError(
        `"${first}" and "${second}" cannot be paired; the levels are ${levels.join(", ")}.`,
      );
    }
    row[column] = (row[column] ?? 0) + 1;
  }
  return matrix;
}
