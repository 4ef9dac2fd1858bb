import { regularizedIncompleteBeta } from "./incomplete-beta.ts";

function assertCount(name: string, count: number): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw new RangeError(`${name} is ${count}; it must be a whole number from 0.`);
}

/** Maximum number of pairs for a summed binomial tail; its terms are then integers below 2⁵³. */
const MAX_SUMMED_PAIRS = 1000;

/** P(X ≤ k) of a binomial with n trials and probability ½. */
function binomialTail(k: number, n: number): number {
  if (n > MAX_SUMMED_PAIRS) return regularizedIncompleteBeta(0.5, n - k, k + 1);
  let term = 2 ** -n;
  let tail = term;
  for (let i = 0; i < k; i += 1) {
    term = (term * (n - i)) / (i + 1);
    tail += term;
  }
  return tail;
}

/**
 * Computes McNemar's exact test: the probability that differing pairs split at least as unevenly as these, if
 * either system is equally likely to be the better one of such a pair. Two-sided: twice the smaller binomial
 * tail, at most 1.
 *
 * @param worse pairs right before and wrong after, an integer.
 * @param better pairs wrong before and right after, an integer.
 * @returns p in [0, 1]; 1 if no pair differs, and for an even split; 0 only if below the range of a double
 *   (more than 1,000 pairs, all one way).
 * @throws {RangeError} if a count is not an integer from 0.
 * @see McNemar, Q. (1947). Psychometrika 12(2), 153-157; Mosteller, F. (1952). Biometrics 8(3), 220-226
 *   (exact form).
 */
export function mcnemarExact(worse: number, better: number): number {
  assertCount("worse", worse);
  assertCount("better", better);
  const fewer = Math.min(worse, better);
  const more = Math.max(worse, better);
  if (fewer === more) return 1;
  return Math.min(1, 2 * binomialTail(fewer, fewer + more));
}
