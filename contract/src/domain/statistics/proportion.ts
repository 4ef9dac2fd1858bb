import { upperLimit } from "./clopper-pearson.ts";
import { studentTQuantile } from "./student-t.ts";
import { assertProportion, wilsonLimits } from "./wilson.ts";

/**
 * Clusters with the same counts. A cluster is a set of observations that are not independent, such as the repeats of one
 * vignette. An independent observation is a cluster of its own.
 */
export interface ClusterCount {
  /** Number of observations in each of these clusters, a positive integer. */
  size: number;
  /** Number of observations in each of these clusters that are successes, an integer from 0 to `size`. */
  successes: number;
  /** Number of clusters with these counts, a positive integer. */
  clusters: number;
}

/**
 * The sums over clusters, and the number of independent observations that contain as much information as the
 * clusters.
 */
interface ClusteredSample {
  successes: number;
  n: number;
  nClusters: number;
  /** From 1 to n; n if each observation is a cluster of its own; null if n is 0. */
  effectiveN: number | null;
}

/** A linearized variance below this value is rounding error. */
const NO_VARIANCE = 1e-15;

/**
 * Joins clusters with the same counts and sorts them, so that sums have the same bits for any order of the clusters.
 */
function inOrder(counts: readonly ClusterCount[]): ClusterCount[] {
  const joined = new Map<string, ClusterCount>();
  for (const { size, successes, clusters } of counts) {
    const key = `${size} ${successes}`;
    joined.set(key, { size, successes, clusters: clusters + (joined.get(key)?.clusters ?? 0) });
  }
  return [...joined.values()].toSorted((a, b) => a.size - b.size || a.successes - b.successes);
}

/** Sums a value over all clusters. */
const sumOver = (counts: readonly ClusterCount[], value: (cluster: ClusterCount) => number): number =>
  counts.reduce((sum, cluster) => sum + cluster.clusters * value(cluster), 0);

/**
 * Computes the effective sample size of a proportion over clusters: the number of independent observations
 * with the same variance, corrected for the low number of degrees of freedom if there are few clusters. The
 * variance is the larger of two estimates: the linearized variance, and a variance from the intra-cluster
 * correlation. The correlation is required because the linearized variance is too small for clusters of very
 * different sizes.
 *
 * @param counts the clusters, in any order; the same counts may occur several times. The result does not
 *   depend on the order.
 * @returns the sums and the effective size. The effective size is n if no cluster has two observations, 1 for
 *   a single cluster, and null without observations. If the linearized variance is 0, for example because all
 *   observations or none are successes, the effective size is the number of clusters.
 * @see Korn, E. L. & Graubard, B. I. (1998). Survey Methodology 24(2), 193-201 (degrees of freedom); Ridout,
 *   M. S., Demétrio, C. G. B. & Firth, D. (1999). Biometrics 55(1), 137-148 (the correlation by analysis of
 *   variance).
 */
function clusteredSample(counts: readonly ClusterCount[]): ClusteredSample {
  const n = sumOver(counts, ({ size }) => size);
  const successes = sumOver(counts, (cluster) => cluster.successes);
  const nClusters = sumOver(counts, () => 1);
  const effectiveN = n === 0 ? null : effectiveSize(inOrder(counts), { n, successes, nClusters });
  return { successes, n, nClusters, effectiveN };
}

type Sums = Omit<ClusteredSample, "effectiveN">;

function effectiveSize(counts: readonly ClusterCount[], sums: Sums): number {
  const { n, successes, nClusters } = sums;
  if (n === nClusters) return n;
  if (nClusters === 1) return 1;
  const p = successes / n;
  const rests = sumOver(counts, (cluster) => (cluster.successes - cluster.size * p) ** 2);
  const linearized = ((nClusters / (nClusters - 1)) * rests) / n ** 2;
  if (linearized <= NO_VARIANCE) return nClusters;
  const binomial = p * (1 - p);
  const squares = sumOver(counts, ({ size }) => size ** 2);
  const correlated = (binomial / n) * (1 + correlation(counts, sums) * (squares / n - 1));
  const fewClusters = studentTQuantile(0.975, n - 1) / studentTQuantile(0.975, nClusters - 1);
  const size = (binomial / Math.max(linearized, correlated)) * fewClusters ** 2;
  return Math.max(1, Math.min(n, size));
}

/**
 * Returns the intra-cluster correlation by analysis of variance, from 0 to 1; 0 if all observations are
 * equal.
 */
function correlation(counts: readonly ClusterCount[], { n, successes, nClusters }: Sums): number {
  const p = successes / n;
  const between =
    sumOver(counts, (cluster) => cluster.size * (cluster.successes / cluster.size - p) ** 2) /
    (nClusters - 1);
  const within = sumOver(counts, ({ size, successes: own }) => own * (1 - own / size)) / (n - nClusters);
  const typicalSize = (n - sumOver(counts, ({ size }) => size ** 2) / n) / (nClusters - 1);
  const total = between + (typicalSize - 1) * within;
  return total === 0 ? 0 : Math.min(1, Math.max(0, (between - within) / total));
}

/** A rate with its counts; `rate`, `ci95` and `effective_n` are `null` if the denominator is 0. */
export interface Proportion {
  numerator: number;
  denominator: number;
  /** Number of independent units: clusters, or observations if no cluster has two of them. */
  n_clusters: number;
  /**
   * Number of independent observations that contain as much information as the clusters, from 1 to the
   * denominator.
   */
  effective_n: number | null;
  /** From 0 to 1. */
  rate: number | null;
  /** Wilson's two-sided 95 % interval at the effective sample size, within 0 to 1. */
  ci95: [number, number] | null;
}

/** A rate that must stay small, with an upper bound. */
export interface BoundedProportion extends Proportion {
  /**
   * Clopper and Pearson's one-sided 95 % upper bound at the effective sample size, from 0 to 1. If
   * observations share a cluster, the bound is at least the bound for 0 failures in as many observations as
   * there are clusters. `null` if the denominator is 0.
   */
  upper95: number | null;
}

/** Returns independent observations as clusters with one observation each. */
function independent(numerator: number, denominator: number): ClusterCount[] {
  assertProportion(numerator, denominator);
  return [
    { size: 1, successes: 1, clusters: numerator },
    { size: 1, successes: 0, clusters: denominator - numerator },
  ];
}

/**
 * Returns the successes among the effective observations; exact if all observations or none are successes.
 */
const effectiveSuccesses = ({ successes, n }: ClusteredSample, effectiveN: number): number =>
  successes === n ? effectiveN : effectiveN === n ? successes : (successes / n) * effectiveN;

function intervalOf(sample: ClusteredSample): [number, number] | null {
  const { n, nClusters, effectiveN } = sample;
  if (effectiveN === null) return null;
  const [low, high] = wilsonLimits(effectiveSuccesses(sample, effectiveN), effectiveN);
  if (nClusters === n) return [low, high];
  const [lowOfAll] = wilsonLimits(nClusters, nClusters);
  const [, highOfNone] = wilsonLimits(0, nClusters);
  return [Math.min(low, lowOfAll), Math.max(high, highOfNone)];
}

function upperBoundOf(sample: ClusteredSample): number | null {
  const { n, nClusters, effectiveN } = sample;
  if (effectiveN === null) return null;
  const bound = upperLimit(effectiveSuccesses(sample, effectiveN), effectiveN, 1 - 0.95);
  return nClusters === n ? bound : Math.max(bound, upperLimit(0, nClusters, 1 - 0.95));
}

function proportionOf(sample: ClusteredSample): Proportion {
  const { successes, n, nClusters, effectiveN } = sample;
  return {
    numerator: successes,
    denominator: n,
    n_clusters: nClusters,
    effective_n: effectiveN,
    rate: n === 0 ? null : successes / n,
    ci95: intervalOf(sample),
  };
}

/**
 * Computes a rate of independent observations, with its denominator and 95 % interval.
 *
 * @param numerator an integer from 0 to the denominator.
 * @param denominator an integer; if it is 0, rate, interval and effective size are `null`.
 * @throws {RangeError} if the counts are not a proportion.
 */
export const proportion = (numerator: number, denominator: number): Proportion =>
  clusteredProportion(independent(numerator, denominator));

/**
 * Computes a rate of independent observations, with its denominator, 95 % interval and one-sided 95 % upper bound.
 *
 * @param numerator an integer from 0 to the denominator.
 * @param denominator an integer; if it is 0, rate, interval, effective size and bound are `null`.
 * @throws {RangeError} if the counts are not a proportion.
 */
export const boundedProportion = (numerator: number, denominator: number): BoundedProportion =>
  clusteredBoundedProportion(independent(numerator, denominator));

/**
 * Computes a rate over clusters, with its denominator and 95 % interval. The interval reaches down at least
 * to Wilson's lower limit for success in every cluster, and up at least to Wilson's upper limit for success
 * in no cluster. Repeats of a case therefore do not make the interval narrower than the number of cases
 * allows. Assumes that the size of a cluster is not related to failure.
 *
 * @param counts the clusters. If the list is empty, the denominator is 0.
 */
export const clusteredProportion = (counts: readonly ClusterCount[]): Proportion =>
  proportionOf(clusteredSample(counts));

/** Computes {@link clusteredProportion} with a one-sided 95 % upper bound. */
export function clusteredBoundedProportion(counts: readonly ClusterCount[]): BoundedProportion {
  const sample = clusteredSample(counts);
  return { ...proportionOf(sample), upper95: upperBoundOf(sample) };
}
