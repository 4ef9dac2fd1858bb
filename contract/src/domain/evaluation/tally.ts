/** How many samples of an evaluation share a tally: all that a summary needs, so a database can group by it. */
export interface Tally {
  tally: string;
  count: number;
}
