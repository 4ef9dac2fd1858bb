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
