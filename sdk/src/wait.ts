import { AssayError, brand } from "./errors.ts";
import type { Evaluation } from "./generated/types.ts";
import { sleep, systemClock, within, type Clock } from "./retry.ts";

/** How {@link pollUntil} goes about it. */
export interface PollOptions {
  /** Ends the waiting, not what is waited for. */
  signal?: AbortSignal | undefined;
  /** Milliseconds from one look to the next; default: 250, growing by half each time up to 2,000. */
  pollIntervalMs?: number | undefined;
  /** Milliseconds after which to give up; default: never. */
  timeoutMs?: number | undefined;
  /** What the TimeoutError says. */
  timeoutMessage?: (() => string) | undefined;
  /** In place of the machine's clock, for tests. */
  clock?: Clock | undefined;
}

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
