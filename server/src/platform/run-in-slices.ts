import { setImmediate as nextTurn } from "node:timers/promises";

/** Runs a computation that pauses between slices of work. Other requests are processed in the pauses. */
export async function runInSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
