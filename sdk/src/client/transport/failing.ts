// What a call does without that is answered at once, and as it should be: loaded when one is not.
import type { Clock } from "../clock.ts";
import { apiError, InvalidResponseError } from "../../errors/errors-api.ts";
import { AssayError, ConnectionError } from "../../errors/errors.ts";
import type { followed } from "./followed.ts";
import type { Problem } from "../../generated/types.ts";
import { limitError, sleep } from "./sleep.ts";
import { log, logLevels } from "../logger.ts";
import type { FaultySetting, Settings } from "../options.ts";
import { parseRetryAfter, clientRetryDelayMs } from "./retry.ts";
import type { PreparedRequest } from "./transport-request.ts";

/** A request, what bounds it, and what is told of it. */
export interface Job extends Omit<Settings, "headers">, PreparedRequest {
  signal: AbortSignal | undefined;
}

/** One attempt, as far as it got. */
export interface Attempt {
  clock: Clock;
  /** What came; undefined when nothing did. */
  response?: Response;
  /** What was thrown, if anything was. */
  cause?: unknown;
}

/** What the transport turns to when a call does not go well. */
export const failing = {
  /** The error for an answer that is a refusal, that is not JSON, or that did not come whole. */
  async answerError({ response, cause, clock }: Attempt): Promise<AssayError> {
    if (response && !response.ok) return refusal(response, clock.now());
    // By its name: a test runner's realm has classes of its own.
    if (response && (cause as Error).name === "SyntaxError") {
      const fallback = `the answer is not JSON (${response.headers.get("content-type")})`;
      return new InvalidResponseError({ response, fallback, cause });
    }
    // Says what failed in the words of the cause: fetch itself only says "fetch failed".
    const inner = (cause as { cause?: { message?: string; code?: string } } | undefined)?.cause;
    return new ConnectionError(`no answer: ${inner?.message || inner?.code || String(cause)}`, { cause });
  },

  /** The error for an answer that should be a page of a list. */
  notList: ({ response }: { response: Response }): AssayError =>
    new InvalidResponseError({ response, fallback: "the answer is not a list" }),

  /**
   * Waits for the next attempt.
   *
   * @param failed the attempts made before the failed one, from 0, and what that one failed with.
   * @throws {unknown} the error of the attempt when there is to be no other.
   */
  async pause(job: Job, failed: { attempt: number; error: unknown }, clock: Clock): Promise<void> {
    const { method, url, signal, timeoutMs, maxRetries, content } = job;
    const { attempt } = failed;
    const label = `${method} ${url}: `;
    const error = limitError(failed.error, signal, () => `${label}no answer within ${timeoutMs} ms.`);
    // A stream that was given as such cannot be sent a second time.
    const again = attempt < maxRetries && !(content instanceof ReadableStream);
    const delayMs = again ? clientRetryDelayMs(error, attempt, clock) : undefined;
    if (delayMs === undefined) throw error;
    log(
      job,
      delayMs > 10_000 ? "warn" : "info",
      `${label}${String(error)}; attempt ${attempt + 2} in ${delayMs} ms.`,
    );
    await sleep(delayMs, signal, clock);
  },

  /** Tells of an answer. */
  told(job: Job, { status, headers }: Response, tookMs: number): void {
    const { method, url } = job;
    log(
      job,
      "debug",
      `${method} ${url}: ${status} after ${tookMs} ms (request ${headers.get("x-request-id")})`,
    );
  },

  /** The response whose body is left unread. */
  followed: async (...given: Parameters<typeof followed>): Promise<Response> =>
    (await import("./seldom.ts")).followed(...given),

  /** The error for asking for the data of a call after its response, or the other way round. */
  misuse: (): AssayError => new AssayError("The body is read once: as data, or by asResponse()."),

  /** What is wrong with the setting that `faultySetting` found; never shows the key. */
  settingsError(settings: Settings, name: FaultySetting): AssayError {
    const { apiKey, timeoutMs, maxRetries, logLevel } = settings;
    const words: Record<string, string> = {
      exposed: "A web page shows its apiKey to all; dangerouslyAllowBrowser: true accepts that.",
      apiKey: apiKey
        ? "The API key holds a character that no key has."
        : "No API key: pass apiKey, or set ASSAY_API_KEY.",
      timeoutMs: `timeoutMs must be above 0, maxRetries 0 or more, not ${timeoutMs} and ${maxRetries}.`,
      logLevel: `logLevel is "${logLevel}"; it must be one of ${logLevels}.`,
    } satisfies Record<Exclude<FaultySetting, "baseUrl" | "controlPlaneUrl">, string>;
    // What is left are addresses; no message shows a password, nor a key in a query.
    const shown = (): string => settings[name as "baseUrl"].replace(/(\/\/).*(?=@)|([?#]).+/gs, "$1$2***");
    return new AssayError(words[name] ?? `${name} "${shown()}" must be a plain http(s) address.`);
  },
};

/** What {@link failing} is. */
export type Failing = typeof failing;

async function refusal(response: Response, nowMs: number): Promise<AssayError> {
  const { statusText, headers } = response;
  const type = headers.get("content-type");
  const location = headers.get("location");
  const fallback = location
    ? `moved to ${location}; set baseUrl to match`
    : `${statusText} (answered with ${type})`;
  // The status is known: a body that breaks off or is no JSON only leaves the reason unsaid.
  const isProblem = type?.startsWith("application/problem+json");
  const problem: Partial<Problem> = (isProblem && (await response.json().catch(() => null))) || {};
  const retryAfter = parseRetryAfter(headers.get("retry-after"), nowMs);
  return apiError({ response, problem, fallback, retryAfter });
}
