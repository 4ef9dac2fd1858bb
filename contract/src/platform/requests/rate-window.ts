import { rateLimited } from "../refusals.ts";

/** The length of the window in which requests are counted. */
const windowMs = 60_000;

/** The window of an instant, and the seconds until it ends. */
export function rateWindow(now: number): { windowStart: number; resetSeconds: number } {
  const windowStart = now - (now % windowMs);
  return { windowStart, resetSeconds: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) };
}

/** State of the limit in a response. */
export interface RateState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/**
 * The two header fields of a response that state the remaining requests.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateState): Record<string, string> => ({
  RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
  "RateLimit-Policy": `"default";q=${limit};w=${windowMs / 1000}`,
});

/** Sets the headers of the rate limit. @throws {ApiError} 429 if the request exceeds the limit. */
export function applyRate(
  rate: RateState & { exceeded: boolean },
  setHeader: (name: string, value: string) => void,
): void {
  for (const [name, value] of Object.entries(rateHeaders(rate))) setHeader(name, value);
  if (rate.exceeded) throw rateLimited(rate.limit, rate.resetSeconds);
}
