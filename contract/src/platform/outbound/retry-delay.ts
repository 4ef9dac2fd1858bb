/**
 * The delay before the first retry, in milliseconds. Each further delay is twice as long, up to the maximum.
 */
const firstMs = 1000;
const maxMs = 30_000;
/** The maximum delay that `Retry-After` can set, in milliseconds. */
const maxRetryAfterMs = 60_000;

/** The input for computing a retry delay, in addition to the number of attempts. */
export interface RetryDelay {
  /** The response's `Retry-After` (seconds or an HTTP date); null if it is absent. */
  retryAfter: string | null;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** A random number from 0 to below 1. */
  random: number;
}

/**
 * Computes the delay before the next attempt: 1 s, 2 s, 4 s … at most 30 s, multiplied by 0.5 to 1.5 so that
 * callers do not retry at the same time. If the response's `Retry-After` is longer, it applies instead, up to
 * 60 s.
 *
 * @param tries number of attempts so far (at least 1).
 * @returns the delay in milliseconds.
 */
export function outboundRetryDelayMs(tries: number, { retryAfter, now, random }: RetryDelay): number {
  const usual = Math.min(maxMs, firstMs * 2 ** (tries - 1)) * (0.5 + random);
  return Math.round(Math.max(usual, Math.min(maxRetryAfterMs, retryAfterMs(retryAfter, now))));
}

function retryAfterMs(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
