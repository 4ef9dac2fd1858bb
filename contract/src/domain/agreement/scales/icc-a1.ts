import { betaQuantile } from "../../statistics/incomplete-beta.ts";
import { centeredPositions } from "../grade-scale.ts";
import type { RatedSamples } from "../rated-samples.ts";

/** The reasons why the coefficient can be undefined. */
export const iccReasons = {
  too_few_samples: "Fewer than two samples were graded by all reviewers.",
  too_few_raters: "Fewer than two reviewers have grades.",
  no_variance: "All samples have the same mean grade, and so have all reviewers.",
} as const;

/** One of the codes in {@link iccReasons}. */
type IccReason = keyof typeof iccReasons;

/** The intraclass correlation of raters; `value` is `null` exactly when `reason` is set. */
export interface IccA1 {
  /** At most 1; it can be below −1. */
  value: number | null;
  ci95: [number, number] | null;
  /** Number of samples that all raters graded. */
  n_samples: number;
  n_raters: number;
  reason: IccReason | null;
}

/** Sizes and mean squares of a table of samples (rows) by raters (columns). */
interface MeanSquares {
  n: number;
  k: number;
  rows: number;
  columns: number;
  error: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const squaresAround = (values: readonly number[], center: number): number =>
  values.reduce((sum, value) => sum + (value - center) ** 2, 0);

/**
 * Computes the mean squares of a two-way analysis of variance. It uses each grade's difference from the first
 * rater's grade of the same sample, so that raters who always agree have an error of exactly 0.
 */
function meanSquares(table: readonly (readonly number[])[]): MeanSquares {
  const [n, k] = [table.length, table[0]?.length ?? 0];
  const differences = table.map((row) => row.map((grade) => grade - (row[0] ?? 0)));
  const ofRows = differences.map(meanOf);
  const ofColumns = Array.from({ length: k }, (_, rater) =>
    meanOf(differences.map((row) => row[rater] ?? 0)),
  );
  const whole = meanOf(ofColumns);
  const rowMeans = table.map((row, sample) => (row[0] ?? 0) + (ofRows[sample] ?? 0));
  const rest = differences.map((row, sample) =>
    squaresAround(
      row.map((difference, rater) => difference - (ofColumns[rater] ?? 0)),
      (ofRows[sample] ?? 0) - whole,
    ),
  );
  return {
    n,
    k,
    rows: (k * squaresAround(rowMeans, meanOf(rowMeans))) / (n - 1),
    columns: (n * squaresAround(ofColumns, whole)) / (k - 1),
    error: rest.reduce((sum, squares) => sum + squares, 0) / ((n - 1) * (k - 1)),
  };
}

/** Computes a quantile of the F distribution from that of the beta distribution, precise in both tails. */
function fQuantile(probability: number, first: number, second: number): number {
  const below = betaQuantile(probability, first / 2, second / 2);
  const above = betaQuantile(1 - probability, second / 2, first / 2);
  return (second * below) / (first * above);
}

/**
 * The lowest degrees of freedom for which a quantile of F is computed. Negative coefficients can have fewer.
 * The quantiles then exceed 10³⁰, so that the bounds have reached their limits.
 */
const LEAST_DEGREES = 0.1;

/** Computes the interval for a coefficient below 1; `null` if a bound is not finite. */
function intervalOf({ n, k, rows, columns, error }: MeanSquares, value: number): [number, number] | null {
  const a = (k * value) / (n * (1 - value));
  const b = 1 + (k * value * (n - 1)) / (n * (1 - value));
  const degrees =
    (a * columns + b * error) ** 2 / ((a * columns) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)));
  const second = degrees > LEAST_DEGREES ? degrees : LEAST_DEGREES;
  const [low, high] = [fQuantile(0.975, n - 1, second), fQuantile(0.975, second, n - 1)];
  const others = k * columns + (k * n - k - n) * error;
  const lower = (n * (rows - low * error)) / (low * others + n * rows);
  const upper = (n * (high * rows - error)) / (others + n * high * rows);
  return Number.isFinite(lower) && Number.isFinite(upper) ? [lower, Math.min(1, upper)] : null;
}

/**
 * Computes the intraclass correlation ICC(A,1): the absolute agreement of single grades, for random raters.
 *
 * @param raters the raters with a grade.
 * @param samples the graded samples. Only the samples that all raters graded count.
 * @param positions the grade of each category.
 * @returns the coefficient with its 95 % F interval. It is null below 2 such samples or 2 raters, and if the
 *   means of the samples do not differ and those of the raters do not differ either. If the raters always
 *   agree, both bounds are 1.
 * @see McGraw, K. O. & Wong, S. P. (1996). Psychological Methods 1(1), 30-46, tables 4 and 7.
 */
export function iccA1({ raters, samples, positions }: RatedSamples): IccA1 {
  const values = centeredPositions(positions ?? new Float64Array());
  const complete = samples.filter((sample) => sample.raters.length === raters.length);
  const sizes = { n_samples: complete.length, n_raters: raters.length };
  const none = (reason: IccReason) => ({ value: null, ci95: null, ...sizes, reason });
  if (raters.length < 2) return none("too_few_raters");
  if (complete.length < 2) return none("too_few_samples");
  const squares = meanSquares(
    complete.map(({ categories }) => Array.from(categories, (category) => values[category] ?? 0)),
  );
  const { n, k, rows, columns, error } = squares;
  if (rows === 0 && columns === 0) return none("no_variance");
  const value = (rows - error) / (rows + (k - 1) * error + (k / n) * (columns - error));
  const agreesFully = columns === 0 && error === 0;
  return { value, ci95: agreesFully ? [1, 1] : intervalOf(squares, value), ...sizes, reason: null };
}
