import { ApiPromise, type Send, type WithResponse } from "../api-promise.ts";
import { withTimeLimit } from "./time-limit.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { Attempt, TransportErrors, Job } from "./transport-errors.ts";
import { faultySetting, type ReadingOptions, type RequestOptions, type Settings } from "../options.ts";
import { firstPage, PagePromise, type ListBody } from "../page.ts";
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

  /** Calls a route that returns one page of a list of `T`. */
  list<T>(route: Route, wire?: Wire, options?: RequestOptions): PagePromise<T> {
    const query: { after?: unknown } = { ...wire?.query };
    const page = (after: unknown): Send<ListBody<T>> => {
      const send = this.#sender<ListBody<T>>(route, { ...wire, query: { ...query, after } }, options);
      return async (raw, misused) => {
        const response = await send(raw, misused);
        // Only check that the response is a page; the server validates its items.
        if (raw || Array.isArray(response.data?.data)) return response;
        throw (await this.#errors()).notList(response);
      };
    };
    const first = page(query.after);
    return new PagePromise<T>(async (raw, misused) => {
      const response = await first(raw, misused);
      const data = firstPage(response.data, query.after, async (after) => (await page(after)(false)).data);
      return { ...response, data };
    });
  }

  /** Prepares the request immediately, although it is sent later; invalid arguments reject the call. */
  #sender<T>(route: Route, wire: Wire | undefined, options: ReadingOptions = {}): Send<T> {
    const { timeoutMs = this.#settings.timeoutMs, maxRetries = this.#settings.maxRetries } = options;
    // `signal` is named, because it can be inherited, as in an AbortController.
    const settings = { ...options, signal: options.signal, ...this.#settings, timeoutMs, maxRetries };
    const prepare = async (): Promise<Job> => {
      const faulty = faultySetting(settings);
      if (faulty) throw (await this.#errors()).settingsError(settings, faulty);
      return { ...settings, ...prepareRequest(settings, route, [wire, options]) };
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
    const { url, method, headers, content, signal, fetch = globalThis.fetch } = job;
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
      const response = (attempt.response = await fetch(url, init));

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
