import { meanInterval } from "../statistics/mean-interval.ts";
import { percentileRank, type RankCounts } from "../statistics/percentile-rank.ts";

/** Where a score stands against its thresholds, worst first. */
export const thresholdStatuses = ["critical", "warning", "passing", "exceeding"] as const;

/** One of {@link thresholdStatuses}. */
export type ThresholdStatus = (typeof thresholdStatuses)[number];

/** Scores 0-100; critical ≤ warning ≤ target. */
export interface Thresholds {
  critical: number;
  warning: number;
  target: number;
}

/** What is known of one evaluator in the evaluation that is analyzed; figures null: nothing was scored. */
export interface ThresholdFigures {
  mean: number | null;
  /** Sample standard deviation. */
  std_dev: number | null;
  scored: number;
  total: number;
  /** Its mean among those of the project's earlier evaluations. */
  earlier: RankCounts;
}

/** One evaluator held against its thresholds, as it goes over the wire. */
export interface ThresholdResult {
  current: number | null;
  status: ThresholdStatus | null;
  thresholds: Thresholds;
  gap_to_target: number | null;
  /** There when the score is below warning. */
  gap_to_warning?: number;
  percentile_rank: number | null;
  /** Earlier evaluations that the rank is among. */
  percentile_n: number;
  ci95: [number, number] | null;
  /** The whole interval has the same status. */
  confident: boolean;
  sample_count: number;
}

/** critical below critical; warning below warning; passing from warning; exceeding from target. */
function thresholdStatus(score: number, { critical, warning, target }: Thresholds): ThresholdStatus {
  if (score < critical) return "critical";
  if (score < warning) return "warning";
  return score < target ? "passing" : "exceeding";
}

/**
 * Holds one evaluator's mean against its thresholds.
 *
 * @returns status and gaps are null when nothing was scored; `confident` is false where there is no interval.
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
 * The worst of several statuses.
 *
 * @returns null when one is not known and the others are no reason to call the whole critical: what is not known may be.
 */
export function worstStatus(statuses: readonly (ThresholdStatus | null)[]): ThresholdStatus | null {
  const worst = thresholdStatuses.find((status) => statuses.includes(status));
  return worst !== "critical" && statuses.includes(null) ? null : (worst ?? null);
}
