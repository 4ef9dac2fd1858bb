import { AssayError, brand } from "./errors.ts";
import type { Evaluation } from "./generated/types.ts";
import type { RequestOptions } from "./options.ts";
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

/** How far an evaluation is, in samples. */
export interface EvaluationWaitProgress {
  /** Samples processed without an error. */
  completed: number;
  /** Samples with an errored result. */
  failed: number;
  total: number;
  status: Evaluation["status"];
}

/** How {@link waitForEvaluation} goes about it. */
export interface WaitOptions extends Omit<PollOptions, "timeoutMessage"> {
  /** Called at the first look and whenever something has changed. */
  onProgress?: ((progress: EvaluationWaitProgress) => void) | undefined;
  /** Whether an evaluation that failed or was cancelled rejects; default true. */
  throwOnFailure?: boolean | undefined;
  /** Attempts for each look after its first; default 5, which outlasts a restart of the server (about 15 s). */
  maxRetries?: number | undefined;
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
  const { signal, pollIntervalMs, timeoutMs = Infinity, clock = systemClock } = options;
  const timeoutMessage = options.timeoutMessage ?? ((): string => `Not done after ${timeoutMs} ms.`);
  return within({ clock, signal, timeoutMs, timeoutMessage }, async (own) => {
    for (
      let intervalMs = pollIntervalMs ?? 250;
      ;
      intervalMs = pollIntervalMs ?? Math.min(2000, intervalMs * 1.5)
    ) {
      const value = await look(own);
      if (done(value)) return value;
      await sleep(intervalMs, own, clock);
    }
  });
}

/**
 * Waits until an evaluation has completed, failed or been cancelled, and returns it.
 *
 * @throws EvaluationFailedError when it failed or was cancelled, unless `throwOnFailure` is false; TimeoutError when it
 * is still running after `timeoutMs` (it runs on).
 */
export async function waitForEvaluation(
  get: (id: string, options: RequestOptions) => PromiseLike<Evaluation>,
  id: string,
  options: WaitOptions = {},
): Promise<Evaluation> {
  const { onProgress, throwOnFailure = true, maxRetries = 5, timeoutMs } = options;
  let last: Evaluation | undefined;
  let reported = "";
  const isOver = (evaluation: Evaluation): boolean => {
    last = evaluation;
    const { completed, failed, total } = evaluation.progress;
    const progress = { completed, failed, total, status: evaluation.status };
    const state = JSON.stringify(progress);
    if (state !== reported) onProgress?.(progress);
    reported = state;
    return /^(completed|failed|cancelled)$/.test(evaluation.status);
  };
  const timeoutMessage = (): string =>
    `Evaluation ${id} is not done after ${timeoutMs} ms${last ? ` (${countOf(last)})` : ""}; it runs on.`;
  const look = (signal: AbortSignal): PromiseLike<Evaluation> => get(id, { signal, maxRetries });
  const evaluation = await pollUntil(look, isOver, { ...options, timeoutMessage });
  if (throwOnFailure && evaluation.status !== "completed") throw new EvaluationFailedError(evaluation);
  return evaluation;
}

function countOf({ progress }: Evaluation): string {
  return `${progress.completed + progress.failed} of ${progress.total} samples`;
}
