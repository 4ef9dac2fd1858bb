import type { TimeLimit } from "./time-limit.ts";
import type { Clock } from "../clock.ts";
import { AbortError, TimeoutError } from "../../errors/errors.ts";

/** Limits for some work, and the message for the time limit. */
export interface Limits extends Omit<TimeLimit, "timeoutMs"> {
  /** The time limit (milliseconds); no limit by default. */
  timeoutMs?: number;
  /** Returns the TimeoutError's message. */
  timeoutMessage?: () => string;
}

/**
 * Converts what `withTimeLimit` rejects with: at a limit, to the error for this limit; otherwise, to the
 * error that the work threw.
 */
export function limitError(
  error: unknown,
  signal: AbortSignal | undefined,
  timeoutMessage?: () => string,
): unknown {
  if (signal?.aborted) return new AbortError("The call was aborted.", { cause: signal.reason });
  return error === null ? new TimeoutError(timeoutMessage?.()) : error;
}

/** Waits for `delayMs`; rejects with an AbortError as soon as the signal aborts. */
export function sleep(delayMs: number, signal: AbortSignal | undefined, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      cancelTimer();
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(limitError(undefined, signal));
      else resolve();
    };
    const cancelTimer = clock.after(delayMs, end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
