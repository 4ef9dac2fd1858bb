import { exactSum } from "../statistics/exact-sum.ts";

/** What the scores of one evaluation, or of several, add up to. */
export interface ScoreSum {
  /** Evaluations that scored a sample. */
  evaluations: number;
  /** Samples with a score. */
  scored: number;
  /** Sum of their scores. */
  sum: number;
  /** Lowest and highest mean of an evaluation. */
  lowest: number;
  highest: number;
}

/** A mean with what it is over. */
export interface PooledMean {
  /** 0-100; null when nothing was scored. */
  mean: number | null;
  evaluations: number;
  scored: number;
}

/**
 * The mean of all samples of several evaluations: each sample counts once, so that an evaluation of 1,000 samples counts
 * a hundred times as much as one of 10.
 *
 * @param sums in any order; those that scored nothing count for nothing.
 */
export function pooledMean(sums: readonly ScoreSum[]): PooledMean {
  let evaluations = 0;
  let scored = 0;
  let lowest = 100;
  let highest = 0;
  for (const part of sums) {
    if (part.scored === 0) continue;
    evaluations += part.evaluations;
    scored += part.scored;
    lowest = Math.min(lowest, part.lowest);
    highest = Math.max(highest, part.highest);
  }
  if (scored === 0) return { mean: null, evaluations, scored };
  // Rounding must not carry the mean past those it is made of: of one evaluation it is that evaluation's own.
  const mean = exactSum(sums.map(({ sum }) => sum)) / scored;
  return { mean: Math.min(highest, Math.max(lowest, mean)), evaluations, scored };
}
