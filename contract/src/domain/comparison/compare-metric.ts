import { clopperPearsonUpper } from "../statistics/clopper-pearson.ts";
import { type Cluster, clusterMean } from "../statistics/cluster-mean.ts";
import { exactSum } from "../statistics/exact-sum.ts";
import { mcnemarExact } from "../statistics/mcnemar.ts";
import { newcombePairedInterval } from "../statistics/newcombe-paired.ts";
import { signFlipTest } from "../statistics/sign-flip.ts";
import type { Steps } from "./steps.ts";
import { isSignificant } from "../statistics/holm.ts";

/** A group of pairs that have the same two scores (0-100) and the same cluster. */
export interface ScorePairs {
  baseline: number;
  candidate: number;
  /** The unit that samples share, such as the patient; null if each sample is its own cluster. */
  cluster: string | null;
  /** Number of such pairs (at least 1). */
  count: number;
}

/** A value for each side of a comparison. */
export interface PerSide<Value> {
  baseline: Value;
  candidate: Value;
}

/** The tests that can give a p-value. */
export const comparisonTests = ["mcnemar_exact", "sign_flip_exact", "sign_flip_monte_carlo"] as const;

/** Reasons why figures of a comparison are missing or weak. */
export const metricReasons = [
  "no_pairs",
  "too_few",
  "single_cluster",
  "no_variation",
  "p_interval_disagree",
] as const;

/** One of {@link metricReasons}. */
export type MetricReason = (typeof metricReasons)[number];

/**
 * Figures for one metric over the pairs that both sides scored. Undefined figures are null; see `reasons`.
 */
export interface MetricFigures {
  /** Mean baseline score over the pairs (0-100). */
  baseline: number | null;
  candidate: number | null;
  /** Mean of candidate − baseline over the pairs (in points). */
  change: number | null;
  test: (typeof comparisonTests)[number] | null;
  n_paired: number;
  n_unpaired: PerSide<number>;
  /** Number of pairs that are left out, because another candidate did not score the sample. */
  n_not_common: number;
  /** Number of independent units: clusters, or pairs if no two pairs share a cluster. */
  n_clusters: number;
  ties: number;
  discordant: number;
  better: number;
  worse: number;
  p_value: number | null;
  ci95: [number, number] | null;
  /** Whether `ci95` excludes 0; null if there is no interval. */
  interval_excludes_zero: boolean | null;
  /**
   * If all pairs are equal, the one-sided 95 % upper bound of the share of further samples that differ;
   * otherwise null.
   */
  differing_upper95: number | null;
  effect_size: number | null;
  minimum_detectable_effect: number | null;
  reasons: MetricReason[];
}

/** With fewer non-zero clusters, even the most extreme outcome has p ≥ 0.05: 2 / 2⁵ = 0.0625. */
const LEAST_CLUSTERS = 6;

/**
 * Size of an effect, in standard errors, that a test at the two-sided 5 % level detects with 80 % power:
 * z₀.₉₇₅ + z₀.₈.
 */
const DETECTABLE_ERRORS = 1.96 + 0.842;

/** The pairs as columns; each array has one element per pair. */
interface Columns {
  baseline: Float64Array;
  candidate: Float64Array;
  differences: Float64Array;
  /** The differences grouped by cluster; null if every cluster has a single difference. */
  clusters: Cluster[] | null;
}

function columnsOf(pairs: readonly ScorePairs[]): Columns {
  const n = pairs.reduce((sum, { count }) => sum + count, 0);
  const [baseline, candidate, differences] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  let at = 0;
  for (const pair of pairs) {
    baseline.fill(pair.baseline, at, at + pair.count);
    candidate.fill(pair.candidate, at, at + pair.count);
    differences.fill(pair.candidate - pair.baseline, at, at + pair.count);
    at += pair.count;
  }
  return { baseline, candidate, differences, clusters: clustersOf(pairs) };
}

function clustersOf(pairs: readonly ScorePairs[]): Cluster[] | null {
  const named = new Map<string, number[]>();
  const single: Cluster[] = [];
  for (const { baseline, candidate, cluster, count } of pairs) {
    const own = cluster === null ? undefined : (named.get(cluster) ?? []);
    if (cluster !== null && own) named.set(cluster, own);
    for (let pair = 0; pair < count; pair += 1) {
      if (own) own.push(candidate - baseline);
      else single.push([candidate - baseline]);
    }
  }
  const several = [...named.values()].some(({ length }) => length > 1);
  return several ? [...named.values(), ...single] : null;
}

/** Returns whether all scores are 0 or 100, so that each side is either right or wrong on each pair. */
const isBinary = ({ baseline, candidate }: Columns): boolean =>
  [baseline, candidate].every((scores) => scores.every((score) => score === 0 || score === 100));

/** Computes Newcombe's interval in points. */
function binaryInterval({ baseline, candidate }: Columns, figures: { better: number; worse: number }) {
  let both = 0;
  for (const [at, score] of baseline.entries()) if (score === 100 && candidate[at] === 100) both += 1;
  const neither = baseline.length - both - figures.better - figures.worse;
  const interval = newcombePairedInterval({ ...figures, both, neither });
  return interval && inPoints(interval);
}

const inPoints = ([low, high]: [number, number]): [number, number] => [100 * low, 100 * high];

/**
 * Clips an interval to ±100 points. A mean of differences cannot exceed them, but a t interval of few pairs
 * can.
 */
const bounded = ([low, high]: [number, number]): [number, number] => [
  Math.max(-100, low),
  Math.min(100, high),
];

const meanOf = (scores: Float64Array): number | null =>
  scores.length === 0 ? null : exactSum(scores) / scores.length;

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * Compares the baseline's and the candidate's scores of one metric on the same samples. Computes change,
 * test, interval and effect size.
 *
 * If all scores are 0 or 100 and no two pairs share a cluster, uses McNemar's exact test and Newcombe's
 * interval. Otherwise, uses the sign-flip test and a cluster-robust t interval. If a cluster contains two or
 * more pairs, the sign-flip test flips whole clusters.
 *
 * @param pairs the pairs in any order; neither their order nor the grouping of equal pairs changes the
 *   result.
 * @param scored how many samples each side scored, paired or not.
 * @param notCommon how many pairs are left out, because another candidate did not score the sample.
 * @returns the figures. Undefined figures are null, and `reasons` contains the cause. Swapping the sides
 *   negates every signed figure.
 */
export function* compareMetric(
  pairs: readonly ScorePairs[],
  scored: PerSide<number>,
  notCommon = 0,
): Steps<MetricFigures> {
  const columns = columnsOf(pairs);
  const { differences, clusters } = columns;
  const units = clusters ? Float64Array.from(clusters, (cluster) => exactSum(cluster)) : differences;
  const n = differences.length;
  const better = differences.filter((difference) => difference > 0).length;
  const worse = differences.filter((difference) => difference < 0).length;
  const { mean: difference, standardError, ci95, deviation } = clusterMean(differences, clusters);
  // Adding 0 turns −0 into 0. A mean that is too small for a double can round to −0.
  const mean = difference === null ? null : 0 + difference;
  const isBinaryTest = clusters === null && isBinary(columns);
  const tested =
    n === 0 ? { test: null, p_value: null } : yield* testOf(units, isBinaryTest && { better, worse });
  // A single pair has no interval.
  const interval = isBinaryTest && n > 1 ? binaryInterval(columns, { better, worse }) : ci95 && bounded(ci95);
  const excludesZero = interval && (interval[0] > 0 || interval[1] < 0);
  const disagree = excludesZero !== null && excludesZero !== isSignificant(tested.p_value);
  const paired = n + notCommon;
  return {
    baseline: meanOf(columns.baseline),
    candidate: meanOf(columns.candidate),
    change: mean,
    ...tested,
    n_paired: n,
    n_unpaired: { baseline: scored.baseline - paired, candidate: scored.candidate - paired },
    n_not_common: notCommon,
    n_clusters: units.length,
    ties: n - better - worse,
    discordant: better + worse,
    better,
    worse,
    ci95: interval,
    interval_excludes_zero: excludesZero,
    differing_upper95: better + worse === 0 ? clopperPearsonUpper(0, units.length) : null,
    effect_size: mean === null || deviation === null ? null : finite(mean / deviation),
    minimum_detectable_effect: standardError === null ? null : DETECTABLE_ERRORS * standardError,
    reasons: [...reasonsOf(units, n, standardError), ...(disagree ? ["p_interval_disagree" as const] : [])],
  };
}

function* testOf(
  units: Float64Array,
  binary: { better: number; worse: number } | false,
): Steps<Pick<MetricFigures, "test" | "p_value">> {
  if (binary) return { test: "mcnemar_exact", p_value: mcnemarExact(binary.worse, binary.better) };
  const { p, exact } = yield* signFlipTest(units);
  return { test: exact ? "sign_flip_exact" : "sign_flip_monte_carlo", p_value: p };
}

function reasonsOf(units: Float64Array, n: number, standardError: number | null): MetricReason[] {
  if (n === 0) return ["no_pairs"];
  const reasons: MetricReason[] = [];
  if (units.filter((difference) => difference !== 0).length < LEAST_CLUSTERS) reasons.push("too_few");
  if (units.length === 1) reasons.push("single_cluster");
  else if (standardError === null) reasons.push("no_variation");
  return reasons;
}
