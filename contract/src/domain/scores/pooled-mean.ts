import { exactSum } from "../statistics/exact-sum.ts";

/** Sums over the scores in one or more evaluations. */
export interface ScoreSum {
  /** Number of evaluations with a scored sample. */
  evaluations: number;
  /** Number of samples with a score. */
  scored: number;
  /** Sum of the scores. */
  sum: number;
  /** The lowest mean of any evaluation; `highest` is the highest mean. */
  lowest: number;
  highest: number;
}

/** A mean, with the number of evaluations and samples that it covers. */
export interface PooledMean {
  /** From 0 to 100; null if there are no scores. */
  mean: number | null;
  evaluations: number;
  scored: number;
}

/**
 * Computes the mean over all samples in several evaluations. Each sample counts once, so that an evaluation
 * of 1,000 samples has a hundred times the weight of an evaluation of 10.
 *
 * @param sums the sums, in any order; sums without scores are ignored.
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
  // Rounding must not move the mean outside the range of the evaluations, and a single evaluation must keep
  // its own mean.
  const mean = exactSum(sums.map(({ sum }) => sum)) / scored;
  return { mean: Math.min(highest, Math.max(lowest, mean)), evaluations, scored };
}
