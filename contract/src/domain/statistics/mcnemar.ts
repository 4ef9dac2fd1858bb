import { regularizedIncompleteBeta } from "./incomplete-beta.ts";

function assertCount(name: string, count: number): void {
  if (Number.isSafeInteger(count) && count >= 0) return;
  throw new RangeError(`${name} is ${count}; it must be a whole number from 0.`);
}

/** Maximum number of pairs for which the binomial tail is summed. Its terms are then integers below 2⁵³. */
const MAX_SUMMED_PAIRS = 1000;

/** Computes P(X ≤ k) for a binomial distribution with n trials and probability ½. */
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
 * Computes McNemar's exact test: the probability that the differing pairs split at least as unevenly as
 * observed, if either system is equally likely to be the better one in each such pair. The test is two-sided:
 * p is twice the smaller binomial tail, and at most 1.
 *
 * @param worse number of pairs that were right before and wrong after.
 * @param better number of pairs that were wrong before and right after.
 * @returns p in [0, 1]. It is 1 if no pair differs or if the split is even. It is 0 only if it is too small
 *   for a double (more than 1,000 pairs, all in one direction).
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
