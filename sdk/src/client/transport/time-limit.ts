import type { Clock } from "../clock.ts";

/** Limits of some work. */
export interface TimeLimit {
  clock: Clock;
  signal: AbortSignal | undefined;
  /** `Infinity` for no limit. */
  timeoutMs: number;
}

/**
 * Runs `work` until it settles, the caller aborts or the time limit is reached, even if `work` ignores its signal.
 * Removes its listener and timer.
 *
 * @throws {null} at a limit, which `limitError` converts to an error; otherwise the error of `work`.
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
