import { betaQuantile } from "./incomplete-beta.ts";
import { assertProportion } from "./wilson.ts";

function assertConfidence(confidence: number): void {
  if (confidence > 0 && confidence < 1) return;
  throw new RangeError(`Confidence is ${confidence}; it must lie between 0 and 1, for example 0.95.`);
}

/**
 * Returns the largest rate at which `successes` or fewer of n still occur with probability `tail`. The counts can be
 * fractions, with 0 ≤ successes ≤ n and n > 0, because the beta quantile extends the bound to them.
 */
export function upperLimit(successes: number, n: number, tail: number): number {
  if (successes === n) return 1;
  if (successes === 0) return -Math.expm1(Math.log(tail) / n); // (1 − rate)ⁿ = tail
  return betaQuantile(1 - tail, successes + 1, n - successes);
}

/** Returns the smallest rate at which `successes` or more of n still occur with probability `tail`. */
function lowerLimit(successes: number, n: number, tail: number): number {
  if (successes === 0) return 0;
  if (successes === n) return Math.exp(Math.log(tail) / n); // rateⁿ = tail
  return betaQuantile(tail, successes, n - successes + 1);
}

/**
 * Computes Clopper and Pearson's exact one-sided upper bound. The true rate is below it with at least the
 * given confidence. Use it for failures that must be rare: 0 failures in 30 trials still allow a rate of 9.5
 * %.
 *
 * @param successes number of occurrences, an integer from 0 to n.
 * @param n the denominator, an integer.
 * @param confidence between 0 and 1; the whole remaining probability is on one side; default 0.95.
 * @returns the bound, 0-1; 1 if successes equals n; `null` if n is 0.
 * @throws {RangeError} if the counts are not a proportion or the confidence is not between 0 and 1.
 * @see Clopper, C. J. & Pearson, E. S. (1934). Biometrika 26(4), 404-413.
 */
export function clopperPearsonUpper(successes: number, n: number, confidence = 0.95): number | null {
  assertProportion(successes, n);
  assertConfidence(confidence);
  return n === 0 ? null : upperLimit(successes, n, 1 - confidence);
}

/**
 * Computes Clopper and Pearson's exact two-sided interval for a proportion. It contains the true rate with at
 * least the given confidence.
 *
 * @param successes number of occurrences, an integer from 0 to n.
 * @param n the denominator, an integer.
 * @param confidence between 0 and 1, with half of the remaining probability on each side; default 0.95.
 * @returns `[low, high]` in [0, 1]; `null` if n is 0.
 * @throws {RangeError} if the counts are not a proportion or the confidence is not between 0 and 1.
 * @see Clopper, C. J. & Pearson, E. S. (1934). Biometrika 26(4), 404-413.
 */
export function clopperPearsonInterval(
  successes: number,
  n: number,
  confidence = 0.95,
): [number, number] | null {
  assertProportion(successes, n);
  assertConfidence(confidence);
  if (n === 0) return null;
  const tail = (1 - confidence) / 2;
  return [lowerLimit(successes, n, tail), upperLimit(successes, n, tail)];
}
