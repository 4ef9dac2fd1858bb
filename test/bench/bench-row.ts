/** One row of the table: our figure and the peer's figure in the same run. */
export interface BenchRow {
  what: string;
  unit: string;
  ours: number;
  peer: string;
  theirs: number;
  /** For speeds, ours / theirs; if a smaller figure is better, theirs / ours. */
  ratio: number;
  /** The target ratio. */
  atLeast: number;
}
