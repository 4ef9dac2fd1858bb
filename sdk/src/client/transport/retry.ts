import { ApiError } from "../../errors/errors-api.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { Clock } from "../clock.ts";

/**
 * Returns the delay in a `Retry-After` header (seconds); 0 for a past date.
 *
 * @returns undefined for a missing header, or one that is neither a whole number nor a date.
 * @see RFC 9110, sections 5.6.7 and 10.2.3
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const value = header ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  // Date.parse alone accepts almost any text as a date ("soon 5" is in May 2001).
  const at = /^\w+, .*:.* GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs) / 1000;
}

/**
 * Returns the delay before the next attempt (milliseconds). This is the delay in `Retry-After`, if present.
 * Otherwise, it is 0.5 s, doubled for each previous attempt up to 8 s, minus random jitter of up to a
 * quarter.
 *
 * @param attempt the number of attempts before the failed one, starting at 0.
 * @returns undefined if a retry cannot fix `error`, or if `Retry-After` is more than 60 s.
 */
export function clientRetryDelayMs(error: unknown, attempt: number, clock: Clock): number | undefined {
  if (error instanceof ApiError) {
    const { status, retryAfter } = error;
    const canRetry =
      status >= 500 ||
      status === 408 ||
      status === 429 ||
      (status === 409 && error.headers.has("retry-after"));
    if (!canRetry) return undefined;
    if (retryAfter !== undefined) return retryAfter > 60 ? undefined : retryAfter * 1000;
  } else if (!(error instanceof ConnectionError)) return undefined;
  return Math.min(8000, 500 * 2 ** attempt) * (1 - clock.random() / 4);
}
