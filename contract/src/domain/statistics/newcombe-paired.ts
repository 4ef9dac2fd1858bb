import { assertProportion, wilsonInterval } from "./wilson.ts";

/** The numbers of pairs by the side that was right. */
export interface PairedTable {
  both: number;
  /** Number of pairs that were right before and wrong after. */
  worse: number;
  /** Number of pairs that were wrong before and right after. */
  better: number;
  neither: number;
}

/**
 * Computes φ of the table. As in Newcombe's method 10, a positive numerator is reduced by n/2, but not below
 * 0.
 */
function correctedPhi({ both, worse, better, neither }: PairedTable): number {
  const n = both + worse + better + neither;
  const margins = (both + better) * (worse + neither) * ((both + worse) * (better + neither));
  if (margins === 0) return 0;
  const product = both * neither - worse * better;
  const numerator = product > 0 ? Math.max(0, product - n / 2) : product;
  return numerator / Math.sqrt(margins);
}

const distance = (one: number, other: number, phi: number): number =>
  Math.sqrt(Math.max(0, one * one - 2 * phi * one * other + other * other));

/**
 * Computes Newcombe's interval for the difference between two proportions over the same pairs (method 10):
 * combines Wilson's intervals for both proportions with their correlation. Unlike the usual ± 1.96·SE, it is
 * reliable for few pairs, for few differing pairs, and near 0 and 1.
 *
 * @param table the numbers of pairs, which are integers from 0.
 * @returns the 95 % interval for P(right after) − P(right before), in [−1, 1]; `null` if there are no pairs.
 * @throws {RangeError} if a count is not an integer from 0.
 * @see Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial proportions
 *   based on paired data. Statistics in Medicine 17(22), 2635-2650.
 */
export function newcombePairedInterval(table: PairedTable): [number, number] | null {
  const { both, worse, better, neither } = table;
  const n = both + worse + better + neither;
  for (const count of [both, worse, better, neither]) assertProportion(count, n);
  const after = wilsonInterval(both + better, n);
  const before = wilsonInterval(both + worse, n);
  if (!after || !before) return null;
  const phi = correctedPhi(table);
  const [afterRate, beforeRate] = [(both + better) / n, (both + worse) / n];
  const difference = (better - worse) / n;
  const down = distance(afterRate - after[0], before[1] - beforeRate, phi);
  const up = distance(beforeRate - before[0], after[1] - afterRate, phi);
  return [Math.max(-1, difference - down), Math.min(1, difference + up)];
}
