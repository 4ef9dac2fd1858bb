import { exactSum } from "./exact-sum.ts";
import { studentTQuantile } from "./student-t.ts";

/**
 * The differences in one cluster, such as a patient. A difference without a cluster forms a cluster of its
 * own.
 */
export type Cluster = readonly number[];

/** A mean of differences, with its uncertainty; null where a figure is undefined. */
export interface ClusterMean {
  mean: number | null;
  /**
   * Standard error that allows for similar differences within a cluster; null if it is 0 or if there is only
   * one cluster.
   */
  standardError: number | null;
  /**
   * 95 % interval by Student's t with (clusters − 1) degrees of freedom; null if there is no standard error.
   */
  ci95: [number, number] | null;
  /**
   * Standard deviation of the individual differences (n − 1); null if it is 0 or if there is only one
   * difference.
   */
  deviation: number | null;
}

const positive = (value: number): number | null => (value > 0 && Number.isFinite(value) ? value : null);

function deviationOf(differences: Float64Array, mean: number): number | null {
  const n = differences.length;
  if (n < 2) return null;
  const rests = differences.map((difference) => difference - mean);
  const rest = exactSum(rests);
  const squares = exactSum(rests.map((value) => value * value));
  return positive(Math.sqrt(Math.max(0, squares - (rest * rest) / n) / (n - 1)));
}

/**
 * Computes the mean of paired differences, with a cluster-robust standard error. For G clusters with sums S
 * and sizes m, SE² = G/(G − 1) · Σ(S − m·mean)² / n². If each pair is a cluster of its own, this equals s/√n.
 *
 * @param differences all differences.
 * @param clusters the same differences grouped by cluster; null if each is a cluster of its own.
 * @returns the same figures for any order of differences and clusters. Undefined figures are null, never NaN.
 * @see Liang, K.-Y. & Zeger, S. L. (1986). Biometrika 73(1), 13-22; Cameron, A. C. & Miller, D. L. (2015).
 *   Journal of Human Resources 50(2), 317-372 (G/(G − 1) and G − 1 degrees of freedom); Student (1908).
 *   Biometrika 6(1), 1-25.
 */
export function clusterMean(differences: Float64Array, clusters: readonly Cluster[] | null): ClusterMean {
  const n = differences.length;
  if (n === 0) return { mean: null, standardError: null, ci95: null, deviation: null };
  const mean = exactSum(differences) / n;
  const deviation = deviationOf(differences, mean);
  const standardError = clusters ? robustError(clusters, mean, n) : deviation && deviation / Math.sqrt(n);
  if (standardError === null) return { mean, standardError, ci95: null, deviation };
  const reach = studentTQuantile(0.975, (clusters ? clusters.length : n) - 1) * standardError;
  return { mean, standardError, ci95: [mean - reach, mean + reach], deviation };
}

function robustError(clusters: readonly Cluster[], mean: number, n: number): number | null {
  const count = clusters.length;
  if (count < 2) return null;
  const squares = clusters.map((cluster) => exactSum(cluster.map((difference) => difference - mean)) ** 2);
  return positive(Math.sqrt((count / (count - 1)) * exactSum(squares)) / n);
}
