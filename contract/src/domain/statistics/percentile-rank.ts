/** The numbers of values below a score, equal to it, and in total. */
export interface RankCounts {
  below: number;
  ties: number;
  n: number;
}

/**
 * Computes the percentile rank of a score: the number of values below it plus half of those equal to it, in
 * percent.
 *
 * @returns a number from 0 to 100; null if there are no values.
 * @see Roscoe, J. T. (1975). Fundamental Research Statistics for the Behavioral Sciences, 2nd ed. (ties count
 *   half).
 */
export const percentileRank = ({ below, ties, n }: RankCounts): number | null =>
  n === 0 ? null : (100 * (below + ties / 2)) / n;

/** Counts the values below a score, equal to it, and in total. */
export const rankCounts = (values: readonly number[], score: number): RankCounts => ({
  below: values.filter((value) => value < score).length,
  ties: values.filter((value) => value === score).length,
  n: values.length,
});
