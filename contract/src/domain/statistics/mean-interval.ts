import { studentTQuantile } from "./student-t.ts";

/**
 * Computes the 95 % interval for a mean of scores by Student's t with n − 1 degrees of freedom, clipped to
 * the range of scores. Assumes independent samples.
 *
 * @param scores the mean (0-100), the sample standard deviation (n − 1) and the number of the scores.
 * @returns null if there are fewer than 2 scores, or if all scores are equal, because their spread is then
 *   unknown.
 * @see Student (1908). The probable error of a mean. Biometrika 6(1), 1-25.
 */
export function meanInterval(scores: {
  mean: number | null;
  std_dev: number | null;
  n: number;
}): [number, number] | null {
  const { mean, std_dev: deviation, n } = scores;
  if (mean === null || deviation === null || deviation === 0 || n < 2) return null;
  const reach = (studentTQuantile(0.975, n - 1) * deviation) / Math.sqrt(n);
  return [Math.max(0, mean - reach), Math.min(100, mean + reach)];
}
