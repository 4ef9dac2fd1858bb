const BUCKETS = 10;
const BUCKET_WIDTH = 10;

/**
 * One bar in the score distribution. `range` is `<low>-<high>`; the lower end is inclusive and the upper end
 * exclusive, except in 90-100.
 */
export interface HistogramBucket {
  range: string;
  count: number;
}

/**
 * Returns the index of the bucket for a score, which is not rounded: 79.999 → 7 (70-80), 80 → 8, 100 → 9
 * (90-100).
 *
 * @param score from 0 to 100.
 * @returns an integer from 0 to 9.
 * @throws {RangeError} if the score is outside 0-100 or NaN.
 */
export function scoreBucket(score: number): number {
  if (!(score >= 0 && score <= 100)) throw new RangeError(`Score is ${score}; scores lie between 0 and 100.`);
  return Math.min(BUCKETS - 1, Math.floor(score / BUCKET_WIDTH));
}

/**
 * Labels ten counts with their ranges `0-10` … `90-100`.
 *
 * @param counts the numbers of scores in buckets 0, 1, … 9; missing counts are 0.
 */
export function histogramOf(counts: readonly number[]): HistogramBucket[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => ({
    range: `${bucket * BUCKET_WIDTH}-${(bucket + 1) * BUCKET_WIDTH}`,
    count: counts[bucket] ?? 0,
  }));
}

/**
 * Computes the distribution of scores over ten buckets of width 10. Scores are not rounded.
 *
 * @param scores numbers from 0 to 100.
 * @returns ten buckets, whose counts add up to the number of scores.
 * @throws {RangeError} if a score is outside 0-100 or NaN.
 */
export function scoreHistogram(scores: readonly number[]): HistogramBucket[] {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  for (const score of scores) {
    const bucket = scoreBucket(score);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return histogramOf(counts);
}
