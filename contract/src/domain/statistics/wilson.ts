/** z for a two-sided 95 % interval: the 0.975 quantile of the standard normal distribution. */
const Z_95 = 1.959963984540054;

/**
 * Validates that `successes` and `n` are integers with 0 ≤ successes ≤ n.
 *
 * @throws {RangeError} with both values if they are not.
 */
export function assertProportion(successes: number, n: number): void {
  const whole = Number.isSafeInteger(successes) && Number.isSafeInteger(n);
  if (whole && successes >= 0 && successes <= n) return;
  throw new RangeError(
    `${successes} of ${n} is not a proportion; both must be whole numbers with 0 ≤ successes ≤ n.`,
  );
}

/**
 * Computes Wilson's score interval for a proportion: the plausible range of the true rate behind
 * `successes / n`. Unlike the usual ± 1.96·SE, it stays inside [0, 1] and is reliable for small n and for
 * rates near 0 or 1.
 *
 * @param successes number of occurrences, an integer from 0 to n.
 * @param n the denominator, an integer.
 * @param z half-width in standard errors; the default gives a two-sided 95 % interval.
 * @returns `[low, high]` in [0, 1]; `null` if n is 0. For 0 successes, low is exactly 0; for n successes,
 *   high is exactly 1.
 * @throws {RangeError} if the counts are not a proportion.
 * @see Wilson, E. B. (1927). Journal of the American Statistical Association 22(158), 209-212.
 */
export function wilsonInterval(successes: number, n: number, z = Z_95): [number, number] | null {
  assertProportion(successes, n);
  return n === 0 ? null : wilsonLimits(successes, n, z);
}

/** Returns the ends of {@link wilsonInterval}; the counts can be fractions, with 0 ≤ successes ≤ n and n > 0. */
export function wilsonLimits(successes: number, n: number, z = Z_95): [number, number] {
  const squared = z * z;
  const centre = successes + squared / 2;
  const half = z * Math.sqrt((successes * (n - successes)) / n + squared / 4);
  // For 0 and n successes, the formula gives 0 and 1 except for rounding errors. Returns exactly 0 and 1.
  const low = successes === 0 ? 0 : (centre - half) / (n + squared);
  const high = successes === n ? 1 : (centre + half) / (n + squared);
  return [low, high];
}
