import type { Clock } from "../clock.ts";

/** The limits of a piece of work: a signal and a time. */
export interface TimeLimit {
  clock: Clock;
  signal: AbortSignal | undefined;
  /** The time limit (milliseconds); `Infinity` for none. */
  timeoutMs: number;
}

/**
 * Runs `work` until it settles, the caller aborts or the time limit is reached, even if `work` ignores its
 * signal. Then removes the listener and the timer.
 *
 * @throws {null} if the caller aborts or the time limit is reached; `limitError` converts null to an error.
 * Otherwise, throws the error of `work`.
 */
export const withTimeLimit = <T>(
  { clock, signal, timeoutMs }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const release = (): void => {
      cancelTimer();
      signal?.removeEventListener("abort", stop);
    };
    const stop = (): void => {
      // oxlint-disable-next-line promise/prefer-promise-reject-errors -- limitError determines which limit it was
      reject(null);
      release();
      controller.abort(signal?.reason);
    };
    const cancelTimer = clock.after(timeoutMs, stop);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    else void work(controller.signal).then(resolve, reject).then(release);
  });
