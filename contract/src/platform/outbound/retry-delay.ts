/** The delay before the first retry; each further one is twice as long, up to the maximum. */
const firstMs = 1000;
const maxMs = 30_000;
/** The maximum delay that `Retry-After` can set. */
const maxRetryAfterMs = 60_000;

/** Inputs of a retry delay besides the number of tries. */
export interface RetryDelay {
  /** `Retry-After` of the response: whole seconds, or an HTTP date; null when absent. */
  retryAfter: string | null;
  /** The present instant, in milliseconds since 1970. */
  now: number;
  /** A random number from 0 to below 1. */
  random: number;
}

/**
 * The delay before the next try: 1 s, 2 s, 4 s … at most 30 s, multiplied by 0.5 to 1.5 so that callers do not retry at the
 * same time. A longer `Retry-After` of the response applies instead, up to 60 s.
 *
 * @param tries number of tries so far, from 1.
 * @returns milliseconds.
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
