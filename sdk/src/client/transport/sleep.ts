import type { Bounds } from "./bounded.ts";
import type { Clock } from "../clock.ts";
import { AbortError, TimeoutError } from "../../errors/errors.ts";

/** The limits that work is held to, and what is said when they are reached. */
export interface Limits extends Omit<Bounds, "timeoutMs"> {
  /** Default: no limit. */
  timeoutMs?: number;
  /** What the TimeoutError says. */
  timeoutMessage?: () => string;
}

/** The error for what `bounded` ended with: that of a limit, or what the work itself failed with. */
export function limitError(
  error: unknown,
  signal: AbortSignal | undefined,
  timeoutMessage?: () => string,
): unknown {
  if (signal?.aborted) return new AbortError("The call was aborted.", { cause: signal.reason });
  return error === null ? new TimeoutError(timeoutMessage?.()) : error;
}

/** Waits `delayMs`; an abort ends the wait at once with an AbortError. */
export function sleep(delayMs: number, signal: AbortSignal | undefined, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      callOff();
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(limitError(undefined, signal));
      else resolve();
    };
    const callOff = clock.after(delayMs, end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
