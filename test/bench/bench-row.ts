/** One row of the table: a figure of ours beside its peer's in the same run. */
export interface BenchRow {
  what: string;
  unit: string;
  ours: number;
  peer: string;
  theirs: number;
  /** ours / theirs for speeds; theirs / ours where less is better. */
  ratio: number;
  /** What is to be reached. */
  atLeast: number;
}
