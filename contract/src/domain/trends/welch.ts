import { studentTCdf } from "../statistics/student-t.ts";

/** Mean, sample standard deviation and number of independent values. */
export interface SampleSummary {
  mean: number;
  /** Null if there are fewer than 2 values. */
  stdDev: number | null;
  n: number;
}

/**
 * Computes the two-sided p-value of Welch's t test, which compares the means of two samples with unequal
 * variances.
 *
 * @returns a number from 0 to 1; null if a sample has fewer than 2 values, or if neither sample varies.
 * @see Welch, B. L. (1947). The generalization of 'Student's' problem when several different population
 *   variances are involved. Biometrika 34(1-2), 28-35.
 */
export function welchP(one: SampleSummary, other: SampleSummary): number | null {
  if (one.stdDev === null || other.stdDev === null || one.n < 2 || other.n < 2) return null;
  const [first, second] = [one.stdDev ** 2 / one.n, other.stdDev ** 2 / other.n];
  const variance = first + second;
  if (variance === 0) return null;
  const degrees = variance ** 2 / (first ** 2 / (one.n - 1) + second ** 2 / (other.n - 1));
  const t = (one.mean - other.mean) / Math.sqrt(variance);
  return 2 * studentTCdf(-Math.abs(t), degrees);
}
