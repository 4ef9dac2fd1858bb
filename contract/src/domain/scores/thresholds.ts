import { meanInterval } from "../statistics/mean-interval.ts";
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
  /** Sample standard deviation of the scores. */
  std_dev: number | null;
  scored: number;
  total: number;
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
  ci95: [number, number] | null;
  /** Whether both ends of the interval have the same status as the score. */
  confident: boolean;
  sample_count: number;
}

/** Returns the status of a score. A score equal to a threshold has reached it. */
function thresholdStatus(score: number, { critical, warning, target }: Thresholds): ThresholdStatus {
  if (score < critical) return "critical";
  if (score < warning) return "warning";
  return score < target ? "passing" : "exceeding";
}

/**
 * Compares one evaluator's mean with its thresholds.
 *
 * @returns the result. Status and gaps are null if nothing was scored; `confident` is false if there is no
 *   interval.
 */
export function analyzeThresholds(figures: ThresholdFigures, thresholds: Thresholds): ThresholdResult {
  const { mean, std_dev, scored, earlier } = figures;
  const ci95 = meanInterval({ mean, std_dev, n: scored });
  const status = mean === null ? null : thresholdStatus(mean, thresholds);
  return {
    current: mean,
    status,
    thresholds,
    gap_to_target: mean === null ? null : Math.max(0, thresholds.target - mean),
    ...(mean !== null && mean < thresholds.warning && { gap_to_warning: thresholds.warning - mean }),
    percentile_rank: mean === null ? null : percentileRank(earlier),
    percentile_n: earlier.n,
    ci95,
    confident: ci95 !== null && ci95.every((end) => thresholdStatus(end, thresholds) === status),
    sample_count: scored,
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
