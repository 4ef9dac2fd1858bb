/** One evaluation that has at least one scored sample. */
export interface TrendPoint {
  evaluation: string;
  dataset: string;
  /** The evaluation's `as_of`, or else its completion time, in milliseconds since 1970. */
  at: number;
  /** Mean effective score (0-100). */
  score: number;
  /** Sample standard deviation of the scores; null if there is only one. */
  stdDev: number | null;
  /** Number of samples with a score; `sum` is the sum of these scores. */
  scored: number;
  sum: number;
  /**
   * Two evaluations have the same series exactly if they have the same dataset and the same evaluator
   * settings.
   */
  series: string;
}
