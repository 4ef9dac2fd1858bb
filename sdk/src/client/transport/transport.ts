import { ApiPromise, type Send, type WithResponse } from "../api-promise.ts";
import { bounded } from "./bounded.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { Attempt, Failing, Job } from "./failing.ts";
import { faultySetting, type RequestOptions, type Settings } from "../options.ts";
import { firstPage, PagePromise, type ListBody } from "../page.ts";
import { prepareRequest, type Route, type Wire } from "./transport-request.ts";

export type { RequestOptions } from "../options.ts";
export type { UploadBody } from "./transport-request.ts";

/** Carries every call to the API: the only place that knows fetch, retries and time limits. */
export class Transport {
  readonly clock: Clock;
  readonly #settings: Settings;
  readonly #failing: (met?: unknown) => Failing | Promise<Failing>;

  /**
   * @param failing gives what is needed when a call does not go well; asked for when one does not, with what it met. Where
   * that cannot be given, the call fails with what this throws.
   */
  constructor(
    settings: Settings,
    failing: (met?: unknown) => Failing | Promise<Failing>,
    clock: Clock = systemClock,
  ) {
    this.#settings = settings;
    this.#failing = failing;
    this.clock = clock;
  }

  /**
   * Calls a route and gives what it answers.
   *
   * @typeParam T what the contract says that the route returns; undefined for one that answers 204.
   */
  call<T>(route: Route, wire?: Wire, options?: RequestOptions): ApiPromise<T> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks each answer against the schema that T was generated from
    return new ApiPromise<T>(this.#sender<T>(route, wire, options));
  }

  /** Calls a route that answers with one page of a list of `T`. */
  list<T>(route: Route, wire?: Wire, options?: RequestOptions): PagePromise<T> {
    const query: { after?: unknown } = { ...wire?.query };
    const page = (after: unknown): Send<ListBody<T>> => {
      const send = this.#sender<ListBody<T>>(route, { ...wire, query: { ...query, after } }, options);
      return async (raw, misused) => {
        const answer = await send(raw, misused);
        // Whether a page came at all; what is in it the server has checked.
        if (raw || Array.isArray(answer.data?.data)) return answer;
        throw (await this.#failing()).notList(answer);
      };
    };
    const first = page(query.after);
    return new PagePromise<T>(async (raw, misused) => {
      const answer = await first(raw, misused);
      const data = firstPage(answer.data, query.after, async (after) => (await page(after)(false)).data);
      return { ...answer, data };
    });
  }

  /** What is sent is settled now, though it is sent later; a fault in the arguments rejects the call. */
  #sender<T>(route: Route, wire: Wire | undefined, options: RequestOptions = {}): Send<T> {
    const { timeoutMs = this.#settings.timeoutMs, maxRetries = this.#settings.maxRetries, signal } = options;
    const settings = { ...this.#settings, timeoutMs, maxRetries };
    const prepare = async (): Promise<Job> => {
      const faulty = faultySetting(settings);
      if (faulty) throw (await this.#failing()).settingsError(settings, faulty);
      return { ...settings, ...prepareRequest(settings, route, { ...wire, options }), signal };
    };
    const prepared = prepare();
    return async (raw, misused) => {
      if (misused) throw (await this.#failing()).misuse();
      return this.#send(await prepared, raw) as Promise<WithResponse<T>>;
    };
  }

  async #send(job: Job, raw: boolean): Promise<WithResponse<unknown>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await bounded({ ...job, clock: this.clock }, (own) => this.#exchange(job, raw, own));
      } catch (error) {
        await (await this.#failing(error)).pause(job, { attempt, error }, this.clock);
      }
    }
  }

  /** One attempt. */
  async #exchange(job: Job, raw: boolean, own: AbortSignal): Promise<WithResponse<unknown>> {
    const { url, method, headers, content, signal, fetch = globalThis.fetch } = job;
    const startedAt = this.clock.now();
    const init: RequestInit & { duplex: "half" } = {
      method,
      headers,
      signal: own,
      // A redirected POST would go out as a GET.
      redirect: method === "GET" ? "follow" : "manual",
      body: typeof content === "function" ? content() : content,
      // A stream must say that it is sent before the answer is read.
      duplex: "half",
    };
    const attempt: Attempt = { clock: this.clock };
    try {
      const response = (attempt.response = await fetch(url, init));
      const { ok, status } = response;
      if (job.logLevel === "debug") (await this.#failing()).told(job, response, this.clock.now() - startedAt);
      // Of a file its receiver may have asked not to be sent the same again.
      if (ok || (raw && status === 304)) {
        return {
          data: raw || status === 204 ? undefined : await response.json(),
          response: raw ? await (await this.#failing()).followed(response, signal) : response,
          requestId: response.headers.get("x-request-id") ?? undefined,
        };
      }
    } catch (cause) {
      attempt.cause = cause;
    }
    throw await (await this.#failing(attempt.cause)).answerError(attempt);
  }
}
