import { type Coverage, unscoredIn } from "../evaluation/results.ts";
import type { ScoreMean } from "./score-mean.ts";
import { percentileRank, type RankCounts } from "../statistics/percentile-rank.ts";

/** The statuses that a score can have relative to its thresholds, worst first. */
export const thresholdStatuses = ["critical", "warning", "passing", "exceeding"] as const;

/** One of {@link thresholdStatuses}. */
export type ThresholdStatus = (typeof thresholdStatuses)[number];

/** The thresholds (0-100), where critical ≤ warning ≤ target. */
export interface Thresholds {
  critical: number;
  warning: number;
  target: number;
}

/** The figures for one evaluator in the analyzed evaluation. They are null if nothing was scored. */
export interface ThresholdFigures {
  mean: number | null;
  /** The mean's interval over clusters, with the number of clusters. */
  spread: Pick<ScoreMean, "ci95" | "n_clusters" | "effective_n">;
  coverage: Coverage;
  /** Rank of the evaluator's mean among its means in the project's earlier evaluations. */
  earlier: RankCounts;
}

/** One evaluator compared with its thresholds, in wire form. */
export interface ThresholdResult {
  current: number | null;
  status: ThresholdStatus | null;
  thresholds: Thresholds;
  gap_to_target: number | null;
  /** Number of points by which the score is below `warning`; absent if the score is not below. */
  gap_to_warning?: number;
  percentile_rank: number | null;
  /** Number of earlier evaluations in the ranking. */
  percentile_n: number;
  /** Cluster-robust 95 % interval of the mean. */
  ci95: [number, number] | null;
  n_clusters: number;
  effective_n: number | null;
  /**
   * Whether the whole interval has the status of the score, and whether the score would keep this status if
   * each unscored sample had the score 0.
   */
  confident: boolean;
  sample_count: number;
  coverage: Coverage;
}

/** Returns the status of a score. A score equal to a threshold has reached it. */
export function thresholdStatus(score: number, { critical, warning, target }: Thresholds): ThresholdStatus {
  if (score < critical) return "critical";
  if (score < warning) return "warning";
  return score < target ? "passing" : "exceeding";
}

/**
 * Returns the mean that would result if each unscored sample in scope had the score 0; null if no sample is
 * in scope.
 *
 * @param mean the mean of the scored samples; null if no sample was scored.
 */
export function meanWithUnscored({
  current: mean,
  coverage,
}: Pick<ThresholdResult, "current" | "coverage">): number | null {
  const all = coverage.scored + unscoredIn(coverage);
  if (mean === null || all === coverage.scored) return mean;
  return (mean * coverage.scored) / all;
}

/**
 * Compares one evaluator's mean with its thresholds.
 *
 * @returns the result. Status and gaps are null if nothing was scored; `confident` is false if there is no
 *   interval.
 */
export function analyzeThresholds(figures: ThresholdFigures, thresholds: Thresholds): ThresholdResult {
  const { mean, spread, coverage, earlier } = figures;
  const { ci95, n_clusters, effective_n } = spread;
  const status = mean === null ? null : thresholdStatus(mean, thresholds);
  const lowest = meanWithUnscored({ current: mean, coverage });
  const keepsStatus = (score: number): boolean => thresholdStatus(score, thresholds) === status;
  return {
    current: mean,
    status,
    thresholds,
    gap_to_target: mean === null ? null : Math.max(0, thresholds.target - mean),
    ...(mean !== null && mean < thresholds.warning && { gap_to_warning: thresholds.warning - mean }),
    percentile_rank: mean === null ? null : percentileRank(earlier),
    percentile_n: earlier.n,
    ci95,
    n_clusters,
    effective_n,
    confident: ci95 !== null && lowest !== null && [...ci95, lowest].every(keepsStatus),
    sample_count: coverage.scored,
    coverage,
  };
}

/**
 * Returns the worst of several statuses.
 *
 * @returns null if a status is unknown and no other status is critical, because the unknown status could be
 *   critical.
 */
export function worstStatus(statuses: readonly (ThresholdStatus | null)[]): ThresholdStatus | null {
  const worst = thresholdStatuses.find((status) => statuses.includes(status));
  return worst !== "critical" && statuses.includes(null) ? null : (worst ?? null);
}
