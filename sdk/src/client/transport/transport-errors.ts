// Loaded only when a call fails or its response body is left unread, because other calls do not need this
// code.
import type { Clock } from "../clock.ts";
import { apiError, InvalidResponseError } from "../../errors/errors-api.ts";
import { AssayError, ConnectionError, InvalidArgumentError } from "../../errors/errors.ts";
import type { withSignal } from "./response-signal.ts";
import type { Problem } from "../../generated/types.ts";
import { argumentError, type RefusedCall } from "./argument-error.ts";
import { limitError, sleep } from "./sleep.ts";
import { log } from "../logger.ts";
import type { ToArrayOptions } from "../page.ts";
import type { ReadingOptions, Settings } from "../options.ts";
import { parseRetryAfter, clientRetryDelayMs } from "./retry.ts";
import type { PreparedRequest } from "./transport-request.ts";

/** A request with its limits and log settings. */
export interface Job extends Omit<Settings, "headers">, PreparedRequest, Pick<ReadingOptions, "json"> {
  signal: AbortSignal | undefined;
}

/** State of one attempt. */
export interface Attempt {
  clock: Clock;
  /** The response, if one was received. */
  response?: Response;
  /** The error that was thrown, if any. */
  cause?: unknown;
}

/** Errors, retries and other rarely used steps of the transport. */
export const transportErrors = {
  /** Creates the error for an error response, an incomplete response, or a response that is not JSON. */
  async errorOf({ response, cause, clock }: Attempt): Promise<AssayError> {
    if (response && !response.ok) return refusal(response, clock.now());
    // Compare the name, because test runners have their own copies of the error classes.
    if (response && (cause as Error).name === "SyntaxError") {
      const fallback = `expected JSON, received ${response.headers.get("content-type")}`;
      return new InvalidResponseError({ response, fallback, cause });
    }
    // Use the cause's message, because the message of fetch's error is only "fetch failed".
    const inner = (cause as { cause?: { message?: string; code?: string } } | undefined)?.cause;
    return new ConnectionError(`no response: ${inner?.message || inner?.code || String(cause)}`, { cause });
  },

  /** Creates the error for a response that is not a page of a list. */
  notList: ({ response }: { response: Response }): AssayError =>
    new InvalidResponseError({ response, fallback: "expected a list" }),

  /** Returns the first items of a list; see `PagePromise.toArray`. */
  async toArray<T>(list: AsyncIterable<T>, { limit }: ToArrayOptions): Promise<T[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > 100_000)
      throw new InvalidArgumentError(`limit is ${String(limit)}; it must be an integer from 1 to 100,000.`);
    const items: T[] = [];
    for await (const item of list) if (items.push(item) === limit) break;
    return items;
  },

  /**
   * Waits before the next attempt.
   *
   * @param failed the error of the failed attempt, and the number of attempts before it, starting at 0.
   * @throws {unknown} the error of the failed attempt if no further attempt is allowed.
   */
  async pause(job: Job, failed: { attempt: number; error: unknown }, clock: Clock): Promise<void> {
    const { attempt } = failed;
    const label = `${job.method} ${job.url}: `;
    const error = limitError(
      failed.error,
      job.signal,
      () => `${label}no response within ${job.timeoutMs} ms.`,
    );
    // A stream that the caller passed cannot be sent again.
    const canRetry = attempt < job.maxRetries && !(job.content instanceof ReadableStream);
    const delayMs = canRetry ? clientRetryDelayMs(error, attempt, clock) : undefined;
    if (delayMs === undefined) throw error;
    log(
      job,
      delayMs > 10_000 ? "warn" : "info",
      `${label}${String(error)}; attempt ${attempt + 2} in ${delayMs} ms.`,
    );
    await sleep(delayMs, job.signal, clock);
  },

  /** Logs a response. */
  logResponse(job: Job, { status, headers }: Response, tookMs: number): void {
    log(
      job,
      "debug",
      `${job.method} ${job.url}: ${status} after ${tookMs} ms (request ${headers.get("x-request-id")})`,
    );
  },

  /** Returns the response whose body is left unread. */
  withSignal: async (...values: Parameters<typeof withSignal>): Promise<Response> =>
    (await import("./response-signal.ts")).withSignal(...values),

  /** Creates the error for a caller that reads both the data and the response of a call. */
  misuse: (): AssayError => new AssayError("Use the data or asResponse(), not both."),

  /** Creates the error for a call whose arguments cannot be sent. */
  argumentError: (...call: RefusedCall): AssayError => argumentError(...call),
};

/** Type of {@link transportErrors}. */
export type TransportErrors = typeof transportErrors;

async function refusal(response: Response, nowMs: number): Promise<AssayError> {
  const { statusText, headers } = response;
  const type = headers.get("content-type");
  const location = headers.get("location");
  const fallback = location
    ? `moved to ${location}; set baseUrl to match`
    : `${statusText} (content type ${type})`;
  // If the body is incomplete or invalid, the error still has the status, and only the reason is missing.
  const isProblem = type?.startsWith("application/problem+json");
  const problem: Partial<Problem> = (isProblem && (await response.json().catch(() => null))) || {};
  const retryAfter = parseRetryAfter(headers.get("retry-after"), nowMs);
  return apiError({ response, problem, fallback, retryAfter });
}
