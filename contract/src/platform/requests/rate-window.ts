import { rateLimited } from "../refusals.ts";

/** The length of the window in which requests are counted, in milliseconds. */
const windowMs = 60_000;

/** Returns the window that contains an instant, and the number of seconds until the window ends. */
export function rateWindow(now: number): { windowStart: number; resetSeconds: number } {
  const windowStart = now - (now % windowMs);
  return { windowStart, resetSeconds: Math.max(1, Math.ceil((windowStart + windowMs - now) / 1000)) };
}

/** What a rate limit counts: the requests of one API key, or of all keys of a workspace. */
export type RatePolicy = "key" | "workspace";

/** State of a rate limit, as in responses. */
export interface RateState {
  policy: RatePolicy;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Whether the limit is used up, so that the request must be refused. */
  exceeded: boolean;
}

/** The number of requests of a key or a workspace in one window. */
export interface CountedRequests {
  windowStart: number;
  used: number;
}

/** Counts a request in memory. @param counts counted requests by the id of the key or the workspace. */
export function countRequest(
  counts: Map<string, CountedRequests>,
  { id, policy, limit }: Pick<RateState, "policy" | "limit"> & { id: string },
  now: number,
): RateState {
  const { windowStart, resetSeconds } = rateWindow(now);
  const present = counts.get(id);
  const used = 1 + (present?.windowStart === windowStart ? present.used : 0);
  counts.set(id, { windowStart, used });
  return { policy, limit, remaining: Math.max(0, limit - used), resetSeconds, exceeded: used > limit };
}

/** The limit of a workspace as a multiple of the limit of a key, if nothing else is configured. */
export const workspaceRateFactor = 5;

/** Returns the limit that refuses the request, or else the limit with the fewest remaining requests. */
const nearestOf = (rates: readonly [RateState, ...RateState[]]): RateState =>
  rates.find(({ exceeded }) => exceeded) ??
  rates.reduce((nearest, rate) => (rate.remaining < nearest.remaining ? rate : nearest));

/**
 * Returns the two response headers that state how many requests remain: the first for the nearer limit, the second for
 * all limits.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateHeaders(rates: readonly [RateState, ...RateState[]]): Record<string, string> {
  const { policy, remaining, resetSeconds } = nearestOf(rates);
  const policies = rates.map((rate) => `"${rate.policy}";q=${rate.limit};w=${windowMs / 1000}`);
  return {
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    "RateLimit-Policy": policies.join(", "),
  };
}

/** Sets the rate limit headers. @throws {ApiError} 429 if the request exceeds a limit. */
export function applyRate(
  rates: readonly [RateState, ...RateState[]],
  setHeader: (name: string, value: string) => void,
): void {
  for (const [name, value] of Object.entries(rateHeaders(rates))) setHeader(name, value);
  const { exceeded, limit, resetSeconds, policy } = nearestOf(rates);
  if (exceeded) throw rateLimited(limit, resetSeconds, policy);
}
