import { ApiPromise, type Send, type WithResponse } from "../api-promise.ts";
import { withTimeLimit } from "./time-limit.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { Attempt, TransportErrors, Job } from "./transport-errors.ts";
import { faultySetting, type ReadingOptions, type RequestOptions, type Settings } from "../options.ts";
import { becomesPage, PagePromise, type ListBody, type Page } from "../page.ts";
import { prepareRequest, type Route, type Wire } from "./transport-request.ts";

export type { RequestOptions } from "../options.ts";
export type { UploadBody } from "./transport-request.ts";

/** Sends every call to the API. Only this module uses fetch, retries and time limits. */
export class Transport {
  readonly clock: Clock;
  readonly #settings: Settings;
  readonly #errors: (cause?: unknown) => TransportErrors | Promise<TransportErrors>;

  /**
   * @param errors returns {@link TransportErrors} if a call fails, and receives the call's error. If the
   * function throws, the call fails with the thrown error.
   */
  constructor(
    settings: Settings,
    errors: (cause?: unknown) => TransportErrors | Promise<TransportErrors>,
    clock: Clock = systemClock,
  ) {
    this.#settings = settings;
    this.#errors = errors;
    this.clock = clock;
  }

  /**
   * Calls a route and returns its data.
   *
   * @typeParam T the type that the route returns; undefined for status 204.
   */
  call<T>(route: Route, wire?: Wire, options?: RequestOptions): ApiPromise<T> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server validates each response against the schema that T was generated from
    return new ApiPromise<T>(this.#sender<T>(route, wire, options));
  }

  /**
   * Calls a route that returns one page of a list of `T`, or a whole list.
   *
   * @param member the member that contains the items: `data` in an answer with `next_cursor`, which the next
   * request sends as `after`; another name in an answer with `nextCursor`, which is sent as `cursor`; empty if
   * the answer is an array.
   */
  list<T, Answer = ListBody<T>>(
    route: Route,
    wire?: Wire,
    options?: RequestOptions,
    member = "data",
  ): PagePromise<T, Answer> {
    const parameter = member === "data" ? "after" : "cursor";
    const query: Record<string, unknown> = { ...wire?.query };
    const request = (cursors: readonly unknown[]): PagePromise<T, Answer> => {
      const sent = { ...wire, query: { ...query, [parameter]: cursors.at(-1) } };
      const send = this.#sender<Page<T, Answer>>(route, sent, options);
      const promise = new PagePromise<T, Answer>(async (raw, misused) => {
        const response = await send(raw, misused);
        // Only check that the response is a page; the server validates its items.
        if (raw || becomesPage(response.data, member, [cursors, request])) return response;
        throw (await this.#errors()).notList(response);
      });
      const toArray: PagePromise<T, Answer>["toArray"] = (limits) =>
        promise.then(async () => (await this.#errors()).toArray(promise, limits));
      return Object.assign(promise, { toArray });
    };
    return request([query[parameter]]);
  }

  /** Prepares the request immediately, although it is sent later; invalid arguments reject the call. */
  #sender<T>(route: Route, wire: Wire | undefined, options: ReadingOptions = {}): Send<T> {
    const {
      timeoutMs = this.#settings.timeoutMs,
      maxRetries = this.#settings.maxRetries,
      // `signal` is named, because it can be inherited, as in an AbortController.
      signal,
      idempotencyKey,
      headers,
      json,
      ...unknown
    } = options;
    const settings = { ...this.#settings, timeoutMs, maxRetries, signal, json };
    const prepare = async (): Promise<Job> => {
      let cause: unknown = Object.keys(unknown)[0] ?? faultySetting(settings);
      try {
        if (cause === -1)
          return { ...settings, ...prepareRequest(settings, route, [wire, { idempotencyKey, headers }]) };
      } catch (error) {
        cause = error;
      }
      throw (await this.#errors()).argumentError(settings, route, wire, options, cause);
    };
    const prepared = prepare();
    return async (raw, misused) => {
      if (misused) throw (await this.#errors()).misuse();
      return this.#send(await prepared, raw) as Promise<WithResponse<T>>;
    };
  }

  async #send(job: Job, raw: boolean): Promise<WithResponse<unknown>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await withTimeLimit({ ...job, clock: this.clock }, (own) => this.#exchange(job, raw, own));
      } catch (error) {
        await (await this.#errors(error)).pause(job, { attempt, error }, this.clock);
      }
    }
  }

  /** Makes one attempt. */
  async #exchange(job: Job, raw: boolean, own: AbortSignal): Promise<WithResponse<unknown>> {
    const { url, method, headers, content, signal } = job;
    const startedAt = this.clock.now();
    const init: RequestInit & { duplex: "half" } = {
      method,
      headers,
      signal: own,
      // A redirected POST would be sent as a GET.
      redirect: method === "GET" ? "follow" : "manual",
      body: typeof content === "function" ? content() : content,
      // fetch requires `duplex` for a stream, because the request is sent before the response is read.
      duplex: "half",
    };
    const attempt: Attempt = { clock: this.clock };
    try {
      const response = (attempt.response = await (job.fetch ?? fetch)(url, init));

      if (job.logLevel === "debug")
        (await this.#errors()).logResponse(job, response, this.clock.now() - startedAt);
      // Status 304 is successful because the caller that downloads a file has sent If-None-Match.
      if (response.ok || (raw && response.status === 304)) {
        return {
          data: raw || response.status === 204 ? undefined : await (job.json?.(response) ?? response.json()),
          response: raw ? await (await this.#errors()).withSignal(response, signal) : response,
          requestId: response.headers.get("x-request-id") ?? undefined,
        };
      }
    } catch (cause) {
      attempt.cause = cause;
    }
    throw await (await this.#errors(attempt.cause)).errorOf(attempt);
  }
}
