import { studentTCdf } from "../statistics/student-t.ts";

/** Mean, sample standard deviation and number of independent values. */
export interface SampleSummary {
  mean: number;
  /** Null if there are fewer than 2 values. */
  stdDev: number | null;
  n: number;
}

/** Differences and deviations up to this share of the means are rounding errors. */
const ROUNDING = 1e-9;

/**
 * Returns the p-value of the exact permutation test for two samples of equal values: twice the probability
 * 1 / C(n1 + n2, n1) that a random division of all values separates the two values as the samples do.
 */
function separationP(n1: number, n2: number): number {
  const smaller = Math.min(n1, n2);
  let p = 2;
  for (let step = 1; step <= smaller && p > 0; step += 1) p *= step / (n1 + n2 - smaller + step);
  return p;
}

/**
 * Computes the two-sided p-value of Welch's t test, which compares the means of two samples with unequal
 * variances. The t test is undefined if neither sample varies. The exact permutation test then replaces it: the
 * p-value is 2 / C(n1 + n2, n1) if the values of the two samples differ, and 1 if they are equal. Deviations within
 * rounding errors count as no variation.
 *
 * @returns a number from 0 to 1; null if a sample has fewer than 2 values.
 * @see Welch, B. L. (1947). The generalization of 'Student's' problem when several different population
 *   variances are involved. Biometrika 34(1-2), 28-35.
 */
export function welchP(one: SampleSummary, other: SampleSummary): number | null {
  if (one.stdDev === null || other.stdDev === null || one.n < 2 || other.n < 2) return null;
  const rounding = ROUNDING * Math.max(Math.abs(one.mean), Math.abs(other.mean));
  if (Math.max(one.stdDev, other.stdDev) <= rounding)
    return Math.abs(one.mean - other.mean) <= rounding ? 1 : separationP(one.n, other.n);
  const [first, second] = [one.stdDev ** 2 / one.n, other.stdDev ** 2 / other.n];
  const variance = first + second;
  const degrees = variance ** 2 / (first ** 2 / (one.n - 1) + second ** 2 / (other.n - 1));
  const t = (one.mean - other.mean) / Math.sqrt(variance);
  return 2 * studentTCdf(-Math.abs(t), degrees);
}
