/**
 * The number of an evaluation's samples that share a tally and a cluster. Summaries require nothing else, so a database
 * can compute them from rows grouped by tally and cluster.
 */
export interface Tally {
  tally: string;
  count: number;
  /** The cluster that these samples share. If it is absent or null, each sample is a cluster of its own. */
  cluster?: string | null;
}
