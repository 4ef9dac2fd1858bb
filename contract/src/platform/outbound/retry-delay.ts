/** The first wait before a repetition; each further one is twice as long, up to the longest. */
const firstMs = 1000;
const longestMs = 30_000;
/** The longest wait that an answer may ask for. */
const longestAskedMs = 60_000;

/** What a wait depends on besides how often it was tried. */
export interface RetryDelay {
  /** The answer's `Retry-After`: whole seconds, or an HTTP date; null when it has none. */
  retryAfter: string | null;
  /** The present instant, in milliseconds since 1970. */
  now: number;
  /** A random number from 0 to below 1. */
  random: number;
}

/**
 * How long to wait before the next try: 1 s, 2 s, 4 s … at most 30 s, each half to one and a half times that, so that
 * many callers do not come back at once; longer when the answer asks for it, but 60 s at the most.
 *
 * @param tries how often it was tried, from 1.
 * @returns milliseconds.
 */
export function outboundRetryDelayMs(tries: number, { retryAfter, now, random }: RetryDelay): number {
  const usual = Math.min(longestMs, firstMs * 2 ** (tries - 1)) * (0.5 + random);
  return Math.round(Math.max(usual, Math.min(longestAskedMs, askedMs(retryAfter, now))));
}

function askedMs(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
