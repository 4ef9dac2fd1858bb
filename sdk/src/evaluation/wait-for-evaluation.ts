import type { Evaluation } from "../generated/types.ts";
import type { RequestOptions } from "../client/options.ts";
import type { EvaluationFailedError } from "../errors/evaluation-failed.ts";
import type { PollOptions, pollUntil } from "./wait.ts";

/** An evaluation's progress, in samples. */
export interface EvaluationWaitProgress {
  /** Samples processed without an error. */
  completed: number;
  /** Samples whose evaluation failed with an error. */
  failed: number;
  total: number;
  status: Evaluation["status"];
}

/** Options of {@link waitForEvaluation}. */
export interface WaitOptions extends Omit<PollOptions, "timeoutMessage"> {
  /** Called with the first state and with each change. */
  onProgress?: ((progress: EvaluationWaitProgress) => void) | undefined;
  /** Whether to reject if the evaluation failed or was cancelled; default true. */
  throwOnFailure?: boolean | undefined;
  /** Maximum number of retries for each poll. The default of 5 outlasts a server restart (about 15 s). */
  maxRetries?: number | undefined;
}

/**
 * Client parts that {@link waitForEvaluation} uses. They are passed as arguments so that the function can be
 * loaded lazily.
 */
export interface EvaluationSource {
  get: (id: string, options: RequestOptions) => PromiseLike<Evaluation>;
  pollUntil: typeof pollUntil;
  EvaluationFailedError: typeof EvaluationFailedError;
}

/**
 * Waits until an evaluation is completed, failed or cancelled, and returns it.
 *
 * @throws {EvaluationFailedError} if it failed or was cancelled, unless `throwOnFailure` is false;
 * TimeoutError if it is still running after `timeoutMs` (the evaluation continues).
 */
export async function waitForEvaluation(
  { get, pollUntil, EvaluationFailedError }: EvaluationSource,
  id: string,
  options: WaitOptions = {},
): Promise<Evaluation> {
  const { onProgress, throwOnFailure = true, maxRetries = 5, timeoutMs } = options;
  let last: Evaluation["progress"] | undefined;
  let reported = "";
  const isOver = (evaluation: Evaluation): boolean => {
    last = evaluation.progress;
    const { completed, failed, total } = evaluation.progress;
    const progress = { completed, failed, total, status: evaluation.status };
    const state = JSON.stringify(progress);
    if (state !== reported) onProgress?.(progress);
    reported = state;
    return /^(completed|failed|cancelled)$/.test(evaluation.status);
  };
  const timeoutMessage = (): string => {
    const reached = last ? ` (sample ${last.completed + last.failed} of ${last.total})` : "";
    return `Evaluation ${id} is not done after ${timeoutMs} ms${reached}; it continues.`;
  };
  const look = (signal: AbortSignal): PromiseLike<Evaluation> => get(id, { signal, maxRetries });
  const evaluation = await pollUntil(look, isOver, { ...options, timeoutMessage });
  if (throwOnFailure && evaluation.status !== "completed")
    throw new EvaluationFailedError(failureText(evaluation), evaluation);
  return evaluation;
}

function failureText({ id, status, progress, error }: Evaluation): string {
  const reached = `sample ${progress.completed + progress.failed} of ${progress.total}`;
  return `Evaluation ${id} ended as ${status} after ${reached}${error ? `: ${error}` : "."}`;
}
