/**
 * The number of an evaluation's samples that share a tally. Summaries require nothing else, so a database can
 * compute them from rows grouped by tally.
 */
export interface Tally {
  tally: string;
  count: number;
}
