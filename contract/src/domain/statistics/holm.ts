/** The significance level of every test. */
const LEVEL = 0.05;

/** Whether a p-value is below 0.05; false if it is undefined. */
export const isSignificant = (p: number | null): boolean => p !== null && p < LEVEL;

/**
 * Applies Holm's correction to several p-values, so that the probability of even one false alarm does not
 * exceed the significance level.
 *
 * @param pValues numbers in [0, 1], in any order.
 * @returns the adjusted p-values in the same order, each in [0, 1] and never below the original p-value.
 * @see Holm, S. (1979). Scandinavian Journal of Statistics 6(2), 65-70.
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const adjusted = pValues.map(() => 0);
  let largest = 0;
  const ascending = pValues.map((p, index) => ({ p, index })).toSorted((one, other) => one.p - other.p);
  for (const [rank, { p, index }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * p));
    adjusted[index] = largest;
  }
  return adjusted;
}
