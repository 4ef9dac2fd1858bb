import { regularizedIncompleteBeta } from "./incomplete-beta.ts";

function assertCount(name: string, count: number): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw new RangeError(`${name} is ${count}; it must be a whole number from 0.`);
}

/** Up to so many pairs the binomial tail is summed: exact while its terms are whole numbers below 2⁵³. */
const MOST_SUMMED = 1000;

/** P(X ≤ k) of a binomial with n tries and probability ½. */
function binomialTail(k: number, n: number): number {
  if (n > MOST_SUMMED) return regularizedIncompleteBeta(0.5, n - k, k + 1);
  let term = 2 ** -n;
  let tail = term;
  for (let i = 0; i < k; i += 1) {
    term = (term * (n - i)) / (i + 1);
    tail += term;
  }
  return tail;
}

/**
 * McNemar's exact test: how likely it is that pairs which differ split at least as unevenly as these, when either
 * system is as likely to be the better one of such a pair. Two-sided: twice the smaller binomial tail, at most 1.
 *
 * @param worse pairs right before and wrong after, a whole number.
 * @param better pairs wrong before and right after, a whole number.
 * @returns p in [0, 1]; 1 when no pair differs, and when they split evenly; 0 only where it is below what a double holds
 *   (more than 1,000 pairs, all one way).
 * @throws {RangeError} when a count is no whole number from 0.
 * @see McNemar, Q. (1947). Psychometrika 12(2), 153-157; Mosteller, F. (1952). Biometrics 8(3), 220-226 (exact form).
 */
export function mcnemarExact(worse: number, better: number): number {
  assertCount("worse", worse);
  assertCount("better", better);
  const fewer = Math.min(worse, better);
  const more = Math.max(worse, better);
  if (fewer === more) return 1;
  return Math.min(1, 2 * binomialTail(fewer, fewer + more));
}
