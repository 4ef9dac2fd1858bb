/**
 * How many samples of an evaluation share a tally. A summary requires nothing else, so a database can group
 * by it.
 */
export interface Tally {
  tally: string;
  count: number;
}
