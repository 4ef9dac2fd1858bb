import { decimalSum } from "./exact-sum.ts";

/** Summary statistics for a set of scores. Undefined figures are `null`; `n` is always set. */
export interface ScoreDescription {
  n: number;
  mean: number | null;
  median: number | null;
  std_dev: number | null;
  min: number | null;
  max: number | null;
}

/** Sums with Neumaier's compensation. The error stays at one rounding, regardless of length and order. */
function compensatedSum(values: Iterable<number>): number {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

function assertFinite(values: readonly number[]): void {
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad !== -1)
    throw new RangeError(`Score ${bad} is ${values[bad]}; every score must be a finite number.`);
}

/**
 * Computes only the mean of scores.
 *
 * @returns the mean, always within the range of the scores; `null` if there are no scores.
 * @throws {RangeError} with the index of the value if a value is NaN or infinite.
 */
export function meanScore(values: readonly number[]): number | null {
  assertFinite(values);
  if (values.length === 0) return null;
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return Math.min(max, Math.max(min, decimalSum(values) / values.length));
}

/**
 * Computes the sample standard deviation by the corrected two-pass formula: Σ(x−m)² − (Σ(x−m))²/n, over n −
 * 1.
 */
function sampleStandardDeviation(values: Float64Array, mean: number): number {
  const deviations = values.map((value) => value - mean);
  const rest = compensatedSum(deviations);
  const squares = compensatedSum(deviations.map((deviation) => deviation * deviation));
  return Math.sqrt(Math.max(0, squares - (rest * rest) / values.length) / (values.length - 1));
}

/**
 * Computes a quantile of sorted values by interpolating between the two nearest values (type 7, the default
 * in R and NumPy).
 *
 * @param sorted finite values in ascending order.
 * @param probability from 0 to 1; 0.5 returns the median.
 * @returns `NaN` if there are no values.
 * @see Hyndman, R. J. & Fan, Y. (1996). The American Statistician 50(4), 361-365.
 */
export function quantileOf(sorted: Float64Array, probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Computes count, mean, median, spread and range of a set of scores.
 *
 * @param values the scores in any order; the array is not changed.
 * @returns the statistics. `std_dev` is the sample standard deviation (n − 1) and is `null` for a single
 *   value. The median is interpolated (type 7). Without values, n is 0 and all other figures are `null`. The
 *   mean is always within [min, max].
 * @throws {RangeError} with the index of the value if a value is NaN or infinite.
 * @see Chan, T. F., Golub, G. H. & LeVeque, R. J. (1983). The American Statistician 37(3), 242-247 (two-pass
 *   variance); Neumaier, A. (1974). ZAMM 54, 39-51 (summation); Hyndman, R. J. & Fan, Y. (1996). The American
 *   Statistician 50(4), 361-365 (quantile types).
 */
export function describeScores(values: readonly number[]): ScoreDescription {
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad !== -1)
    throw new RangeError(`Score ${bad} is ${values[bad]}; every score must be a finite number.`);
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  const min = sorted[0];
  const max = sorted[n - 1];
  if (min === undefined || max === undefined) {
    return { n: 0, mean: null, median: null, std_dev: null, min: null, max: null };
  }
  const mean = Math.min(max, Math.max(min, decimalSum(sorted) / n));
  const std_dev = n === 1 ? null : sampleStandardDeviation(sorted, mean);
  return { n, mean, median: quantileOf(sorted, 0.5), std_dev, min, max };
}
