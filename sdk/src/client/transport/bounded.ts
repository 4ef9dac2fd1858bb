import type { Clock } from "../clock.ts";

/** What work is held to. */
export interface Bounds {
  clock: Clock;
  signal: AbortSignal | undefined;
  /** `Infinity` for no limit. */
  timeoutMs: number;
}

/**
 * Runs `work` until it settles, the caller aborts or the time is up, whichever comes first, even when `work` itself
 * ignores the signal that it is given. Leaves no listener and no timer behind.
 *
 * @throws {null} at a limit, of which `limitError` makes an error; else what `work` fails with.
 */
export const bounded = <T>(
  { clock, signal, timeoutMs }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const release = (): void => {
      callOff();
      signal?.removeEventListener("abort", stop);
    };
    const stop = (): void => {
      // oxlint-disable-next-line promise/prefer-promise-reject-errors -- limitError knows which limit it was
      reject(null);
      release();
      controller.abort(signal?.reason);
    };
    const callOff = clock.after(timeoutMs, stop);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    else void work(controller.signal).then(resolve, reject).then(release);
  });
