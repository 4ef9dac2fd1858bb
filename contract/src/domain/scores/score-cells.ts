/** Samples of one cluster with the same score. */
export interface ScoreCell {
  /** From 0 to 100. */
  score: number;
  /** The cluster; null if each sample is a cluster of its own. */
  cluster: string | null;
  /** Number of samples, a positive integer. */
  count: number;
}

/** Compares two clusters by name; samples without a cluster come first. */
const byCluster = (one: string | null, other: string | null): number =>
  one === other ? 0 : one === null ? -1 : other === null ? 1 : one < other ? -1 : 1;

/**
 * Joins cells with the same cluster and score, and sorts them by cluster and score. Sums over the result have
 * the same bits for any order and grouping of the samples.
 */
export function joinedCells(cells: Iterable<ScoreCell>): ScoreCell[] {
  const byScore = new Map<string | null, Map<number, ScoreCell>>();
  for (const { score, cluster, count } of cells) {
    const own = byScore.get(cluster) ?? new Map<number, ScoreCell>();
    byScore.set(cluster, own);
    own.set(score, { score, cluster, count: count + (own.get(score)?.count ?? 0) });
  }
  return [...byScore.values()]
    .flatMap((own) => [...own.values()])
    .sort((one, other) => byCluster(one.cluster, other.cluster) || one.score - other.score);
}

/** A mean below this standard error (in points) has no variation; smaller values are rounding errors. */
export const leastStandardError = 1e-9;

/** Returns the number of samples in cells. */
export const sizeOf = (cells: readonly ScoreCell[]): number =>
  cells.reduce((sum, { count }) => sum + count, 0);

/** Returns the mean score of joined cells; null without samples. It lies within the range of the scores. */
export function meanOfCells(cells: readonly ScoreCell[]): number | null {
  const n = sizeOf(cells);
  if (n === 0) return null;
  const scores = cells.map(({ score }) => score);
  const mean = cells.reduce((sum, { score, count }) => sum + count * score, 0) / n;
  const lowest = scores.reduce((found, score) => Math.min(found, score), 100);
  const highest = scores.reduce((found, score) => Math.max(found, score), 0);
  return Math.min(highest, Math.max(lowest, mean));
}
