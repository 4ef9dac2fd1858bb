/**
 * A long computation that pauses after each part. A server can process other requests between the parts; any
 * other caller uses {@link finish}.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs a computation to its end without pauses, and returns its result. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Number of rows that a part of a computation processes; this takes a few milliseconds. */
export const rowsPerStep = 5000;

/** Sorts rows. @returns a new array; rows that compare as equal keep their order. */
export function* sortInSteps<Row>(
  rows: readonly Row[],
  compare: (one: Row, other: Row) => number,
): Steps<Row[]> {
  let sorted: Row[][] = [];
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    sorted.push(rows.slice(start, start + rowsPerStep).sort(compare));
    yield;
  }
  while (sorted.length > 1) {
    const merged: Row[][] = [];
    for (let index = 0; index < sorted.length; index += 2)
      merged.push(yield* merge(sorted[index] ?? [], sorted[index + 1] ?? [], compare));
    sorted = merged;
  }
  return sorted[0] ?? [];
}

function* merge<Row>(
  left: readonly Row[],
  right: readonly Row[],
  compare: (one: Row, other: Row) => number,
): Steps<Row[]> {
  const merged: Row[] = [];
  let next = 0;
  for (const row of left) {
    for (let other = right[next]; other !== undefined && compare(other, row) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(row);
    if (merged.length % rowsPerStep === 0) yield;
  }
  return merged.concat(right.slice(next));
}
