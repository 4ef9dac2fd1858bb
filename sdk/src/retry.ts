import { AbortError, ConnectionError, TimeoutError } from "./errors.ts";
import { ApiError } from "./errors-api.ts";

/** Time and chance, so that tests need neither. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs `callback` after `delayMs` (never for Infinity) and returns what calls it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(delayMs, callback) {
    if (delayMs === Infinity) return () => {};
    // A longer delay would fire at once: timers hold 31 bits.
    const timer = setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};

/** The limits that {@link within} holds work to. */
export interface Limits {
  clock: Clock;
  signal: AbortSignal | undefined;
  /** Default: no limit. */
  timeoutMs?: number;
  /** What the TimeoutError says. */
  timeoutMessage?: () => string;
}

/**
 * Runs `work` until it settles, the caller aborts or the time is up, whichever comes first, even when `work` itself
 * ignores the signal that it is given. Leaves no listener and no timer behind.
 *
 * @throws AbortError when `signal` aborts or was aborted before; TimeoutError when the time is up.
 */
export async function within<T>(limits: Limits, work: (signal: AbortSignal) => PromiseLike<T>): Promise<T> {
  const { clock, signal, timeoutMs = Infinity, timeoutMessage } = limits;
  const controller = new AbortController();
  const release: (() => void)[] = [];
  const stopped = new Promise<never>((_, reject) => {
    const stop = (error: Error): void => {
      reject(error);
      controller.abort(error);
    };
    const onAbort = (): void => stop(new AbortError("The call was aborted.", { cause: signal?.reason }));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);
    const callOff = clock.after(timeoutMs, () => stop(new TimeoutError(timeoutMessage?.())));
    release.push(callOff, () => signal?.removeEventListener("abort", onAbort));
  });
  try {
    return await Promise.race([stopped, controller.signal.aborted ? stopped : work(controller.signal)]);
  } finally {
    for (const undo of release) undo();
  }
}

/** Waits `delayMs`; an abort ends the wait at once with an AbortError. */
export function sleep(delayMs: number, signal: AbortSignal | undefined, clock: Clock): Promise<void> {
  return within({ clock, signal }, (own) => {
    return new Promise<void>((resolve) => {
      own.addEventListener("abort", clock.after(delayMs, resolve));
    });
  });
}

/**
 * The seconds that a `Retry-After` header asks for; 0 when its date is past.
 *
 * @returns undefined when there is none, or when it is neither a whole number nor a date.
 * @see RFC 9110, sections 5.6.7 and 10.2.3
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const value = header ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  // Date.parse alone takes almost anything for a date ("soon 5" is in May 2001).
  const at = /^\w+, .*:.* GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs) / 1000;
}

/**
 * How long to wait before another attempt, in milliseconds: what `Retry-After` asks for, else 0.5 s, doubled for each
 * attempt before, at most 8 s, less up to a quarter by chance.
 *
 * @param attempt the attempts made before the failed one, from 0.
 * @returns undefined when `error` is none that another attempt could mend, or when the server asks for more than 60 s.
 */
export function retryDelayMs(error: unknown, attempt: number, clock: Clock): number | undefined {
  if (error instanceof ApiError) {
    const { status, retryAfter } = error;
    const mends =
      status >= 500 ||
      status === 408 ||
      status === 429 ||
      (status === 409 && error.headers.has("retry-after"));
    if (!mends) return undefined;
    if (retryAfter !== undefined) return retryAfter > 60 ? undefined : retryAfter * 1000;
  } else if (!(error instanceof ConnectionError)) return undefined;
  return Math.min(8000, 500 * 2 ** attempt) * (1 - clock.random() / 4);
}
