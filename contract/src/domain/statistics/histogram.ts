const BUCKETS = 10;
const BUCKET_WIDTH = 10;

/**
 * One bar of the score distribution: `range` is `<low>-<high>`, lower end inclusive, upper end exclusive
 * except for 90-100.
 */
export interface HistogramBucket {
  range: string;
  count: number;
}

/**
 * The index of a score's bucket, by its raw value: 79.999 → 7 (70-80), 80 → 8, 100 → 9 (90-100).
 *
 * @param score 0-100.
 * @returns 0-9.
 * @throws {RangeError} if the score is outside 0-100 or NaN.
 */
export function scoreBucket(score: number): number {
  if (!(score >= 0 && score <= 100)) throw new RangeError(`Score is ${score}; scores lie between 0 and 100.`);
  return Math.min(BUCKETS - 1, Math.floor(score / BUCKET_WIDTH));
}

/**
 * Labels ten counts with their ranges `0-10` … `90-100`.
 *
 * @param counts of scores in bucket 0, 1, … 9; a missing one counts 0.
 */
export function histogramOf(counts: readonly number[]): HistogramBucket[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => ({
    range: `${bucket * BUCKET_WIDTH}-${(bucket + 1) * BUCKET_WIDTH}`,
    count: counts[bucket] ?? 0,
  }));
}

/**
 * Computes the distribution of scores over ten buckets of width 10, by raw values, never rounded ones.
 *
 * @param scores 0-100 each.
 * @returns always ten buckets, whose counts add up to the number of scores.
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
