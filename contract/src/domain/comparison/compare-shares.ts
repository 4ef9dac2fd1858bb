import { clusteredProportion, type Proportion } from "../statistics/proportion.ts";
import { clusterCounts } from "../triage/triage-confusion.ts";
import type { Steps } from "./steps.ts";
import { compareMetric, type MetricFigures } from "./compare-metric.ts";

/** One sample's outcome in both evaluations, such as whether it passed. */
export interface SharePair {
  baseline: boolean;
  candidate: boolean;
  /** The unit that samples share, such as the patient; null if each sample is its own cluster. */
  cluster: string | null;
}

/** Figures for the shares of samples with an outcome, over the pairs. Undefined figures are null. */
export interface ShareFigures extends Pick<
  MetricFigures,
  "change" | "n_paired" | "better" | "worse" | "test" | "p_value" | "ci95"
> {
  baseline: Proportion;
  candidate: Proportion;
}

/**
 * Compares the shares of samples with an outcome, with the test and interval of metrics whose scores are all 0
 * or 100. A sample is one unit; samples of a cluster are not independent.
 *
 * @param pairs one entry per sample that both evaluations cover, in any order.
 * @param wanted whether the outcome is good (1), such as passing, or bad (−1), such as a missed flag. This
 *   determines which pairs are better.
 * @returns the figures; `change` and `ci95` are in points and refer to the share: candidate − baseline.
 */
export function* compareShares(pairs: readonly SharePair[], wanted: 1 | -1): Steps<ShareFigures> {
  const scores = pairs.map(({ baseline, candidate, cluster }) => ({
    baseline: baseline ? 100 : 0,
    candidate: candidate ? 100 : 0,
    cluster,
    count: 1,
  }));
  const figures = yield* compareMetric(scores, { baseline: pairs.length, candidate: pairs.length });
  const { change, n_paired, better: more, worse: fewer, test, p_value, ci95 } = figures;
  return {
    baseline: clusteredProportion(clusterCounts(scores, ({ baseline }) => baseline > 0)),
    candidate: clusteredProportion(clusterCounts(scores, ({ candidate }) => candidate > 0)),
    change,
    n_paired,
    better: wanted === 1 ? more : fewer,
    worse: wanted === 1 ? fewer : more,
    test,
    p_value,
    ci95,
  };
}
