import { exactSum } from "../statistics/exact-sum.ts";

/** Sums over the scores of one or several evaluations. */
export interface ScoreSum {
  /** Evaluations with a scored sample. */
  evaluations: number;
  /** Samples with a score. */
  scored: number;
  /** Sum of their scores. */
  sum: number;
  /** Lowest and highest mean of an evaluation. */
  lowest: number;
  highest: number;
}

/** A mean with its base. */
export interface PooledMean {
  /** 0-100; null without scores. */
  mean: number | null;
  evaluations: number;
  scored: number;
}

/**
 * The mean of all samples of several evaluations. Each sample counts once, so that an evaluation of 1,000
 * samples has a hundred times the weight of one of 10.
 *
 * @param sums in any order; those without scores are ignored.
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
  // Rounding must not move the mean outside the range of the evaluations; one evaluation keeps its own mean.
  const mean = exactSum(sums.map(({ sum }) => sum)) / scored;
  return { mean: Math.min(highest, Math.max(lowest, mean)), evaluations, scored };
}
