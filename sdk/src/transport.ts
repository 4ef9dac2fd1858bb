import { ApiPromise, type WithResponse } from "./api-promise.ts";
import { apiError, InvalidResponseError, type ApiError } from "./errors-api.ts";
import { ConnectionError } from "./errors.ts";
import type { Problem } from "./generated/types.ts";
import { readPatience, type Patience, type RequestOptions, type Settings } from "./options.ts";
import { Page, PagePromise, type ListBody } from "./page.ts";
import { parseRetryAfter, retryDelayMs, sleep, systemClock, within, type Clock } from "./retry.ts";
import { prepareRequest, type PreparedRequest, type Route, type Wire } from "./transport-request.ts";

export type { RequestOptions } from "./options.ts";
export type { UploadBody } from "./transport-request.ts";

/** Sends a call; when `raw`, leaves the body of a successful answer unread. */
type Send<T> = (raw: boolean) => Promise<WithResponse<T>>;

/** A request and all that bounds it. */
interface Job extends PreparedRequest, Patience {
  signal: AbortSignal | undefined;
}

/** Carries every call to the API: the only place that knows fetch, retries and time limits. */
export class Transport {
  readonly clock: Clock;
  readonly #settings: Settings;

  constructor(settings: Settings, clock: Clock = systemClock) {
    this.#settings = settings;
    this.clock = clock;
  }

  /**
   * Calls a route and gives what it answers.
   *
   * @typeParam T what the contract says that the route returns; undefined for one that answers 204.
   */
  call<T>(route: Route, wire?: Wire, options?: RequestOptions): ApiPromise<T> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks each answer against the schema that T was generated from
    return new ApiPromise<T>(this.#sender(route, wire, options) as Send<T>);
  }

  /** Calls a route that answers with one page of a list of `T`. */
  list<T>(route: Route, wire?: Wire, options?: RequestOptions): PagePromise<T> {
    const query: { after?: unknown } = { ...wire?.query };
    const send = this.#sender(route, wire, options);
    const fetch = async (after: string): Promise<ListBody<T>> => {
      return readList(await this.#sender(route, { ...wire, query: { ...query, after } }, options)(false));
    };
    return new PagePromise<T>(async (raw) => {
      const answer = await send(raw);
      const body = raw ? emptyList : readList<T>(answer);
      return { ...answer, data: new Page<T>(body, { fetch, met: new Map([[query.after, 0]]), number: 1 }) };
    });
  }

  /** What is sent is settled now, though it is sent later; a fault in the arguments rejects the call. */
  #sender(route: Route, wire: Wire | undefined, options: RequestOptions = {}): Send<unknown> {
    const prepare = async (): Promise<Job> => ({
      ...prepareRequest(this.#settings, route, { ...wire, options }),
      ...readPatience(options, this.#settings),
      signal: options.signal,
    });
    const prepared = prepare();
    return async (raw) => this.#send(await prepared, raw);
  }

  async #send(job: Job, raw: boolean): Promise<WithResponse<unknown>> {
    const { clock } = this;
    const { signal, timeoutMs, maxRetries, replayable } = job;
    const label = `${job.method} ${job.url}`;
    const timeoutMessage = (): string => `${label}: no answer within ${timeoutMs} ms.`;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await within({ clock, signal, timeoutMs, timeoutMessage }, (own) =>
          this.#exchange(job, raw, own),
        );
      } catch (error) {
        const delayMs = replayable && attempt < maxRetries ? retryDelayMs(error, attempt, clock) : undefined;
        if (delayMs === undefined) throw error;
        const next = `${label}: ${String(error)}; attempt ${attempt + 2} in ${delayMs} ms.`;
        this.#settings.log(delayMs > 10_000 ? "warn" : "info", next);
        await sleep(delayMs, signal, clock);
      }
    }
  }

  /** One attempt. */
  async #exchange(job: Job, raw: boolean, own: AbortSignal): Promise<WithResponse<unknown>> {
    const { url, method, headers, signal } = job;
    const { log, fetch = globalThis.fetch } = this.#settings;
    const startedAt = this.clock.now();
    // A redirected POST would go out as a GET; and a stream must say that it is sent before the answer is read.
    const redirect: RequestRedirect = method === "GET" ? "follow" : "manual";
    const init = { method, headers, signal: own, redirect, body: job.body(), duplex: "half" };
    const response = await fetch(url, init).catch(throwConnectionError);
    const requestId = response.headers.get("x-request-id") ?? undefined;
    const now = this.clock.now();
    log("debug", `${method} ${url}: ${response.status} after ${now - startedAt} ms (request ${requestId})`);
    // Of a file its receiver may have asked not to be sent the same again.
    if (!response.ok && !(raw && response.status === 304)) throw await refusal(response, now);
    const data = raw ? undefined : await readJson(response);
    return { data, response: raw && signal ? followed(response, signal) : response, requestId };
  }
}

/** A response whose body the caller's signal goes on to hold for, when that of the attempt has ended. */
const followed = (response: Response, signal: AbortSignal): Response =>
  response.body
    ? new Response(response.body.pipeThrough(new TransformStream(), { signal }), response)
    : response;

const emptyList: ListBody<never> = { object: "list", data: [], has_more: false, next_cursor: null };

async function refusal(response: Response, nowMs: number): Promise<ApiError> {
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

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(throwConnectionError);
  if (response.status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fallback = `the answer is not JSON (${response.headers.get("content-type")})`;
    throw new InvalidResponseError({ response, fallback, cause });
  }
}

function readList<T>({ data, response }: WithResponse<unknown>): ListBody<T> {
  if (isList<T>(data)) return data;
  throw new InvalidResponseError({ response, fallback: "the answer is not a list" });
}

/** Whether a page came at all; what is in it the server has checked. */
function isList<T>(data: unknown): data is ListBody<T> {
  return Array.isArray((data as Partial<ListBody<T>> | null | undefined)?.data);
}

/** Says what failed in the words of the cause: fetch itself only says "fetch failed". */
function throwConnectionError(cause: Error & { cause?: { message?: string; code?: string } }): never {
  throw new ConnectionError(`no answer: ${cause.cause?.message || cause.cause?.code || String(cause)}`, {
    cause,
  });
}
