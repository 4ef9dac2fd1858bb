import { AssayError, brand } from "./errors.ts";
import type { Evaluation } from "./generated/types.ts";
import type { PollOptions } from "./poll.ts";
import { sleep, systemClock, within } from "./retry.ts";

export type { PollOptions } from "./poll.ts";

/** The evaluation that was waited for failed or was cancelled; it is in `evaluation`, its reason in the message. */
export class EvaluationFailedError extends AssayError {
  declare readonly name: "EvaluationFailedError";
  static {
    brand(this, "EvaluationFailedError");
  }
  readonly evaluation: Evaluation;

  constructor(evaluation: Evaluation) {
    const { id, status, error } = evaluation;
    super(`Evaluation ${id} ended as ${status} after ${countOf(evaluation)}${error ? `: ${error}` : "."}`);
    this.evaluation = evaluation;
  }
}

/**
 * Looks again and again until `done` holds for what `look` gives, and returns that.
 *
 * @throws AbortError when the signal aborts, TimeoutError when the time is up, and whatever `look` throws.
 */
export async function pollUntil<T>(
  look: (signal: AbortSignal) => PromiseLike<T>,
  done: (value: T) => boolean,
  options: PollOptions = {},
): Promise<T> {
  const { poll } = await import("./poll.ts");
  return poll({ within, sleep, systemClock }, { look, done }, options);
}

/** How far it got, in words. */
export function countOf({ progress }: Evaluation): string {
  return `${progress.completed + progress.failed} of ${progress.total} samples`;
}
