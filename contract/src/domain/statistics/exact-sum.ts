/** Adds a value to a sum without rounding. The sum is a list of non-overlapping parts, smallest first. */
function addExactly(parts: number[], value: number): void {
  let rest = value;
  let used = 0;
  for (const part of parts) {
    const [large, small] = Math.abs(rest) < Math.abs(part) ? [part, rest] : [rest, part];
    const high = large + small;
    const low = small - (high - large);
    if (low !== 0) parts[used++] = low;
    rest = high;
  }
  parts.length = used;
  parts.push(rest);
}

/** Rounds a sum of parts to the nearest double; ties go to even. */
function rounded(parts: readonly number[]): number {
  let at = parts.length - 1;
  let high = parts[at] ?? 0;
  let low = 0;
  while (at > 0) {
    at -= 1;
    const before = high;
    const part = parts[at] ?? 0;
    high = before + part;
    low = part - (high - before);
    if (low !== 0) break;
  }
  const next = parts[at - 1] ?? 0;
  // If the sum was exactly half-way, the rounding above went to the even double, but the next part determines
  // the direction.
  if (at > 0 && Math.sign(low) === Math.sign(next)) {
    const twice = 2 * low;
    const moved = high + twice;
    if (moved - high === twice) return moved;
  }
  return high;
}

/**
 * Computes the sum of numbers, rounded only once at the end. The result is identical for any order, and the
 * sum of the negated numbers is exactly the negated sum.
 *
 * @param values finite numbers whose sums stay within the range of doubles.
 * @returns 0 for an empty list.
 * @see Shewchuk, J. R. (1997). Discrete & Computational Geometry 18(3), 305-363; Python's `math.fsum` uses
 *   the same method.
 */
export function exactSum(values: Iterable<number>): number {
  const parts: number[] = [];
  for (const value of values) addExactly(parts, value);
  return rounded(parts);
}

/**
 * Computes the mean of values that each occur several times. The order does not change the result.
 *
 * @param parts each value with its count, an integer from 1.
 * @returns `null` for an empty list.
 */
export function weightedMean(parts: readonly { value: number; count: number }[]): number | null {
  const values = new Float64Array(parts.reduce((sum, { count }) => sum + count, 0));
  let at = 0;
  for (const { value, count } of parts) {
    values.fill(value, at, at + count);
    at += count;
  }
  return values.length === 0 ? null : exactSum(values) / values.length;
}

/** Returns the shortest decimal form of a finite number, as an integer times a power of ten. */
function decimalOf(value: number): { digits: bigint; exponent: number } {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * Computes the sum of the shortest decimal forms of numbers, rounded once: 0.1 + 0.2 is 0.3. Postgres adds
 * scores in the same way, so sums in memory and in the database agree to the last digit, in any order.
 *
 * @param values finite numbers whose sums stay within the range of doubles.
 * @returns 0 for an empty list.
 * @throws {RangeError} for NaN and infinities.
 */
export function decimalSum(values: Iterable<number>): number {
  const counts = new Map<number, bigint>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0n) + 1n);
  const parts = Array.from(counts, ([value, count]) => ({ ...decimalOf(value), count }));
  const lowest = parts.reduce((least, { exponent }) => Math.min(least, exponent), 0);
  const total = parts.reduce(
    (sum, { digits, exponent, count }) => sum + digits * count * 10n ** BigInt(exponent - lowest),
    0n,
  );
  return Number(`${total}e${lowest}`);
}
