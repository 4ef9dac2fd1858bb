import type { TimeLimit } from "./time-limit.ts";
import type { Clock } from "../clock.ts";
import { AbortError, TimeoutError } from "../../errors/errors.ts";

/** Limits of some work, and the message for the time limit. */
export interface Limits extends Omit<TimeLimit, "timeoutMs"> {
  /** Default: no limit. */
  timeoutMs?: number;
  /** Message of the TimeoutError. */
  timeoutMessage?: () => string;
}

/** Converts the rejection of `withTimeLimit`: the error of a limit, or the error of the work. */
export function limitError(
  error: unknown,
  signal: AbortSignal | undefined,
  timeoutMessage?: () => string,
): unknown {
  if (signal?.aborted) return new AbortError("The call was aborted.", { cause: signal.reason });
  return error === null ? new TimeoutError(timeoutMessage?.()) : error;
}

/** Waits `delayMs`; an abort rejects immediately with an AbortError. */
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
