import { type ClusterCount, clusteredProportion } from "../statistics/proportion.ts";
import { studentTQuantile } from "../statistics/student-t.ts";
import { joinedCells, leastStandardError, meanOfCells, type ScoreCell, sizeOf } from "./score-cells.ts";

/** A mean of scores with its uncertainty. Figures are null if there are no scores. */
export interface ScoreMean {
  mean: number | null;
  /** 95 % interval, within 0 to 100; also null if the variation between clusters is 0 or unknown. */
  ci95: [number, number] | null;
  /** Number of independent units: clusters, or samples if no cluster has two of them. */
  n_clusters: number;
  /** Number of independent samples with as much information as the clusters, from 1 to the number of scores. */
  effective_n: number | null;
}

/** Sums over the samples of one cluster, or over samples that are clusters of their own. */
interface Unit {
  size: number;
  /** Number of samples with the score 100. */
  full: number;
  /** Sum of the scores' deviations from the mean. */
  deviation: number;
  /** Number of units with these sums. */
  clusters: number;
}

function unitsOf(cells: readonly ScoreCell[], mean: number): Unit[] {
  const shared = new Map<string, Unit>();
  const units: Unit[] = [];
  for (const { score, cluster, count } of cells) {
    const full = score === 100 ? 1 : 0;
    if (cluster === null) {
      units.push({ size: 1, full, deviation: score - mean, clusters: count });
      continue;
    }
    const unit = shared.get(cluster) ?? { size: 0, full: 0, deviation: 0, clusters: 1 };
    if (!shared.has(cluster)) units.push(unit);
    shared.set(cluster, unit);
    unit.size += count;
    unit.full += full * count;
    unit.deviation += (score - mean) * count;
  }
  return units;
}

const shareInterval = (units: readonly Unit[]): [number, number] | null => {
  const counts = units.map(({ size, full, clusters }): ClusterCount => ({ size, successes: full, clusters }));
  const interval = clusteredProportion(counts).ci95;
  return interval && [100 * interval[0], 100 * interval[1]];
};

/**
 * Computes the mean of scores with a cluster-robust 95 % interval by Student's t with (clusters − 1) degrees
 * of freedom. For G clusters, SE² = G/(G − 1) · Σ(sum of the cluster's deviations)² / n². If every score is 0
 * or 100, the interval is 100 times the interval of a proportion, so it exists even if all scores are equal.
 *
 * @param given the scores, in any order and grouping.
 * @returns `effective_n` is min(n, s²/SE²), or the number of clusters if the standard error is 0 or unknown.
 * @see Liang, K.-Y. & Zeger, S. L. (1986). Biometrika 73(1), 13-22; Student (1908). Biometrika 6(1), 1-25.
 */
export function scoreMean(given: Iterable<ScoreCell>): ScoreMean {
  const cells = joinedCells(given);
  const n = sizeOf(cells);
  const mean = meanOfCells(cells);
  if (mean === null) return { mean, ci95: null, n_clusters: 0, effective_n: null };
  const units = unitsOf(cells, mean);
  const clusters = units.reduce((sum, unit) => sum + unit.clusters, 0);
  const squares = units.reduce((sum, unit) => sum + unit.clusters * unit.deviation ** 2, 0);
  const error = clusters < 2 ? 0 : Math.sqrt((clusters / (clusters - 1)) * squares) / n;
  const known = error >= leastStandardError;
  const variance = cells.reduce((sum, { score, count }) => sum + count * (score - mean) ** 2, 0) / (n - 1);
  const isBinary = cells.every(({ score }) => score === 0 || score === 100);
  return {
    mean,
    ci95: isBinary ? shareInterval(units) : known ? tInterval(mean, error, clusters) : null,
    n_clusters: clusters,
    effective_n: clusters === n ? n : known ? Math.max(1, Math.min(n, variance / error ** 2)) : clusters,
  };
}

function tInterval(mean: number, error: number, clusters: number): [number, number] {
  const reach = studentTQuantile(0.975, clusters - 1) * error;
  return [Math.max(0, mean - reach), Math.min(100, mean + reach)];
}
