/** z of a two-sided 95 % interval: the 0.975 quantile of the standard normal distribution. */
const Z_95 = 1.959963984540054;

/**
 * Refuses counts that are no counts: `successes` and `n` must be whole numbers with 0 ≤ successes ≤ n.
 *
 * @throws {RangeError} naming both figures.
 */
export function assertProportion(successes: number, n: number): void {
  const whole = Number.isSafeInteger(successes) && Number.isSafeInteger(n);
  if (whole && successes >= 0 && successes <= n) return;
  throw new RangeError(
    `${successes} of ${n} is no proportion; both must be whole numbers with 0 ≤ successes ≤ n.`,
  );
}

/**
 * Wilson's score interval for a proportion: how far the true rate may plausibly lie from `successes / n`.
 * Unlike the usual ± 1.96·SE it stays inside [0, 1] and is honest for small n and for rates near 0 or 1.
 *
 * @param successes how often it happened, a whole number from 0 to n.
 * @param n the denominator, a whole number.
 * @param z width in standard errors; the default is a two-sided 95 % interval.
 * @returns `[low, high]` in [0, 1], exactly 0 for no success and exactly 1 for nothing but; `null` when n is 0.
 * @throws {RangeError} when the counts are no proportion.
 * @see Wilson, E. B. (1927). Journal of the American Statistical Association 22(158), 209-212.
 */
export function wilsonInterval(successes: number, n: number, z = Z_95): [number, number] | null {
  assertProportion(successes, n);
  if (n === 0) return null;
  const squared = z * z;
  const centre = successes + squared / 2;
  const half = z * Math.sqrt((successes * (n - successes)) / n + squared / 4);
  // At the ends the formula gives 0 and 1 but for rounding: say so exactly.
  const low = successes === 0 ? 0 : (centre - half) / (n + squared);
  const high = successes === n ? 1 : (centre + half) / (n + squared);
  return [low, high];
}
