import { rateLimited } from "../refusals.ts";

/** The length of the window in which requests are counted, in milliseconds. */
const windowMs = 60_000;

/** Returns the window that contains an instant, and the number of seconds until the window ends. */
export function rateWindow(now: number): { windowStart: number; resetSeconds: number } {
  const windowStart = now - (now % windowMs);
  return { windowStart, resetSeconds: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) };
}

/** State of the rate limit, as in responses. */
export interface RateState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/**
 * Returns the two response headers that state how many requests remain.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateState): Record<string, string> => ({
  RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
  "RateLimit-Policy": `"default";q=${limit};w=${windowMs / 1000}`,
});

/** Sets the rate limit headers. @throws {ApiError} 429 if the request exceeds the limit. */
export function applyRate(
  rate: RateState & { exceeded: boolean },
  setHeader: (name: string, value: string) => void,
): void {
  for (const [name, value] of Object.entries(rateHeaders(rate))) setHeader(name, value);
  if (rate.exceeded) throw rateLimited(rate.limit, rate.resetSeconds);
}
