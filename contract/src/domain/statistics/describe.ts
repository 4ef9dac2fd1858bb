import { decimalSum } from "./exact-sum.ts";

/** Summary statistics of a set of scores; every undefined figure is `null`, and `n` is always set. */
export interface ScoreDescription {
  n: number;
  mean: number | null;
  median: number | null;
  std_dev: number | null;
  min: number | null;
  max: number | null;
}

/** Sum with Neumaier's compensation: the error stays at one rounding, whatever the length and order. */
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
 * Computes the mean of scores only.
 *
 * @returns `null` without scores; never outside the range of the scores.
 * @throws {RangeError} if a value is NaN or infinite, with its index.
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

/** Sample standard deviation by the corrected two-pass formula: Σ(x−m)² − (Σ(x−m))²/n, over n − 1. */
function sampleStandardDeviation(values: Float64Array, mean: number): number {
  const deviations = values.map((value) => value - mean);
  const rest = compensatedSum(deviations);
  const squares = compensatedSum(deviations.map((deviation) => deviation * deviation));
  return Math.sqrt(Math.max(0, squares - (rest * rest) / values.length) / (values.length - 1));
}

/**
 * Computes a quantile of sorted values, interpolated between the two nearest ones (type 7, the default of R
 * and NumPy).
 *
 * @param sorted finite values, smallest first.
 * @param probability 0-1: 0.5 is the median.
 * @returns `NaN` without values.
 * @see Hyndman, R. J. & Fan, Y. (1996). The American Statistician 50(4), 361-365.
 */
export function quantileOf(sorted: Float64Array, probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Computes number, mean, median, spread and range of a set of scores.
 *
 * @param values the scores, in any order; not changed.
 * @returns `std_dev` is the sample standard deviation (n − 1), `null` for a single value; the median is
 *   interpolated (type 7). Without values n is 0 and every other figure is `null`. The mean is always in
 *   [min, max].
 * @throws {RangeError} if a value is NaN or infinite, with its index.
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
