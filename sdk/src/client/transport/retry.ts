import { ApiError } from "../../errors/errors-api.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { Clock } from "../clock.ts";

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
export function clientRetryDelayMs(error: unknown, attempt: number, clock: Clock): number | undefined {
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
