/** One row of the table: our figure and the figure of the peer in the same run. */
export interface BenchRow {
  what: string;
  unit: string;
  ours: number;
  peer: string;
  theirs: number;
  /** ours / theirs for speeds; theirs / ours where a smaller figure is better. */
  ratio: number;
  /** The target ratio. */
  atLeast: number;
}
