import { studentTCdf, studentTQuantile } from "../statistics/student-t.ts";
import { leastStandardError, type ScoreCell } from "./score-cells.ts";

/** Reasons why a group has no test against the other samples. */
export const groupTestReasons = ["no_scores", "too_few_clusters", "no_variation"] as const;

/** One of {@link groupTestReasons}. */
type GroupTestReason = (typeof groupTestReasons)[number];

/** A group's mean score compared with the mean of all other samples. */
export interface VersusRest {
  /** Mean of the group − mean of the other samples, in points; null if one of them has no score. */
  change: number | null;
  /** 95 % interval of the change, within ±100 points; null if there is no test. */
  ci95: [number, number] | null;
  /** Two-sided p-value; null if there is no test. */
  p_value: number | null;
  /** Why there is no test; null if there is one. */
  reason: GroupTestReason | null;
}

/** A side with fewer clusters has no test, because the standard error would be too uncertain. */
const leastClusters = 5;

const untested = (change: number | null, reason: GroupTestReason): VersusRest => ({
  change,
  ci95: null,
  p_value: null,
  reason,
});

/** The samples of one side: the number in each cell, and their total and mean. */
interface Side {
  counts: Float64Array;
  n: number;
  mean: number;
}

function sideOf(cells: readonly ScoreCell[], counts: Float64Array): Side {
  let n = 0;
  let sum = 0;
  for (const [at, cell] of cells.entries()) {
    n += counts[at] ?? 0;
    sum += (counts[at] ?? 0) * cell.score;
  }
  return { counts, n, mean: sum / n };
}

/** Sums over clusters: their number overall and on each side, and the squares of their contributions. */
interface Clusters {
  all: number;
  group: number;
  rest: number;
  squares: number;
}

/** The cluster whose cells are being summed; null before the first cluster. */
interface OpenCluster {
  cluster: string | null;
  inGroup: boolean;
  inRest: boolean;
  contribution: number;
}

function sumClusters(cells: readonly ScoreCell[], group: Side, rest: Side): Clusters {
  const sums: Clusters = { all: 0, group: 0, rest: 0, squares: 0 };
  const add = (times: number, inGroup: boolean, inRest: boolean, contribution: number): void => {
    sums.all += times;
    if (inGroup) sums.group += times;
    if (inRest) sums.rest += times;
    sums.squares += times * contribution ** 2;
  };
  let open: OpenCluster = { cluster: null, inGroup: false, inRest: false, contribution: 0 };
  const close = (): void => {
    if (open.inGroup || open.inRest) add(1, open.inGroup, open.inRest, open.contribution);
  };
  for (const [at, { score, cluster }] of cells.entries()) {
    const [own, others] = [group.counts[at] ?? 0, rest.counts[at] ?? 0];
    const [ofGroup, ofRest] = [(score - group.mean) / group.n, (score - rest.mean) / rest.n];
    if (cluster === null) {
      if (own > 0) add(own, true, false, ofGroup);
      if (others > 0) add(others, false, true, ofRest);
      continue;
    }
    if (cluster !== open.cluster) {
      close();
      open = { cluster, inGroup: false, inRest: false, contribution: 0 };
    }
    open.inGroup ||= own > 0;
    open.inRest ||= others > 0;
    open.contribution += own * ofGroup - others * ofRest;
  }
  close();
  return sums;
}

/**
 * Compares the scores of a group with the scores of all other samples. A cluster c contributes u = Σ_group(y −
 * mean of the group)/n_group − Σ_rest(y − mean of the rest)/n_rest, and SE² = G/(G − 1)·Σu². The test is
 * Student's t with (smaller number of clusters of the two sides − 1) degrees of freedom. A cluster with samples
 * on both sides therefore counts once.
 *
 * @param cells all scores, joined and sorted by `joinedCells`.
 * @param inGroup the number of samples in each cell that belong to the group.
 * @see Liang, K.-Y. & Zeger, S. L. (1986). Biometrika 73(1), 13-22; Welch, B. L. (1947). Biometrika 34(1-2),
 *   28-35 (the variance of a difference of two means).
 */
export function versusRest(cells: readonly ScoreCell[], inGroup: Float64Array): VersusRest {
  const group = sideOf(cells, inGroup);
  const rest = sideOf(
    cells,
    Float64Array.from(cells, ({ count }, at) => count - (inGroup[at] ?? 0)),
  );
  if (group.n === 0 || rest.n === 0) return untested(null, "no_scores");
  const change = Math.max(-100, Math.min(100, group.mean - rest.mean));
  const clusters = sumClusters(cells, group, rest);
  const fewer = Math.min(clusters.group, clusters.rest);
  if (fewer < leastClusters) return untested(change, "too_few_clusters");
  const error = Math.sqrt((clusters.all / (clusters.all - 1)) * clusters.squares);
  if (error < leastStandardError) return untested(change, "no_variation");
  const reach = studentTQuantile(0.975, fewer - 1) * error;
  return {
    change,
    ci95: [Math.max(-100, change - reach), Math.min(100, change + reach)],
    p_value: Math.min(1, 2 * studentTCdf(-Math.abs(change / error), fewer - 1)),
    reason: null,
  };
}
