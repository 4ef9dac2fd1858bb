import type { RemoteEvaluatorResponse } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  handleWhenResult,
  type IBackoff,
  type IHalfOpenAfterBackoffContext,
} from "cockatiel";
import { CallWindow } from "./call-window.ts";

/** How long a circuit is open before its first probe, and at most before a further one (milliseconds). */
const firstOpenMs = 30_000;
const maxOpenMs = 600_000;

/** Thrown if an endpoint is not called, because its recent calls failed. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
  readonly origin: string;
  /** Time until the endpoint may be called again (milliseconds). */
  readonly retryInMs: number;

  constructor(origin: string, retryInMs: number) {
    super(`${origin} is not called for ${retryInMs} ms, because its recent calls failed.`);
    this.origin = origin;
    this.retryInMs = retryInMs;
  }
}

/** Thrown inside of the breaker if the caller aborts a probe, which then has no result. */
class ProbeAborted extends Error {}

/** Whether a call failed in a way that another endpoint would not: it timed out, was refused, or returned 5xx. */
export const isFailure = (response: RemoteEvaluatorResponse): boolean =>
  response.status === null ? response.passing : response.status >= 500;

/**
 * The circuit of the calls to one origin. It opens if most calls fail. While it is open, no calls are made. After 30 s,
 * doubling to 10 minutes, one call probes the endpoint, and the circuit closes if this call succeeds.
 */
export class Circuit {
  /** Time at which the circuit was last used (milliseconds since 1970). */
  usedAt = 0;
  readonly #origin: string;
  readonly #policy: CircuitBreakerPolicy;
  readonly #failures = new WeakSet<object>();
  #openMs = 0;
  #retryAt = 0;
  #probe: Promise<unknown> = Promise.resolve();

  constructor(origin: string) {
    this.#origin = origin;
    const isFailed = (value: unknown) =>
      typeof value === "object" && value !== null && this.#failures.has(value);
    this.#policy = circuitBreaker(handleWhenResult(isFailed).orType(ProbeAborted), {
      breaker: new CallWindow(() => this.isClosed),
      halfOpenAfter: { next: () => this.#openFor(firstOpenMs) },
    });
    this.#policy.onBreak(() => {
      this.#retryAt = Date.now() + this.#openMs;
    });
  }

  get isClosed(): boolean {
    return this.#policy.state === CircuitState.Closed;
  }

  /**
   * Resolves as soon as a call may be made. If a probe is running, waits for its result.
   *
   * @throws {CircuitOpen} if the circuit is open.
   * @throws {unknown} the reason of `signal` if it aborts.
   */
  async admit(signal: AbortSignal): Promise<void> {
    while (this.#policy.state === CircuitState.HalfOpen) await settled(this.#probe, signal);
    this.#refuseWhileOpen();
  }

  /**
   * Makes a call.
   *
   * @returns the response; undefined if the call must wait for a running probe. The response is never a failure for
   *   which the circuit is open.
   * @throws {CircuitOpen} if the circuit is open before or after the call.
   * @throws {unknown} the error of the call.
   */
  async run(call: () => Promise<RemoteEvaluatorResponse>): Promise<RemoteEvaluatorResponse | undefined> {
    this.#refuseWhileOpen();
    if (this.#policy.state === CircuitState.HalfOpen) return undefined;
    const isProbe = !this.isClosed;
    const ended = this.#policy.execute(() => this.#classified(call, isProbe));
    if (isProbe) this.#probe = ended;
    const response = await ended.catch((error: unknown) => {
      throw error instanceof ProbeAborted ? error.cause : error;
    });
    if (!this.#failures.has(response) || this.isClosed) return response;
    this.#refuseWhileOpen();
    return undefined;
  }

  async #classified(
    call: () => Promise<RemoteEvaluatorResponse>,
    isProbe: boolean,
  ): Promise<RemoteEvaluatorResponse> {
    try {
      const response = await call();
      if (isFailure(response)) this.#failures.add(response);
      return response;
    } catch (error) {
      // The library would take any other error of a probe as a success.
      throw isProbe ? new ProbeAborted("The probe was aborted.", { cause: error }) : error;
    }
  }

  #refuseWhileOpen(): void {
    const retryInMs = this.#retryAt - Date.now();
    if (this.#policy.state === CircuitState.Open && retryInMs > 0)
      throw new CircuitOpen(this.#origin, retryInMs);
  }

  /** Opens for a duration. After an aborted probe, the next call is a probe again. */
  #openFor(ms: number, duration = ms): IBackoff<IHalfOpenAfterBackoffContext> {
    this.#openMs = duration;
    const next = ({ result }: IHalfOpenAfterBackoffContext) =>
      "error" in result ? this.#openFor(ms, 0) : this.#openFor(Math.min(2 * ms, maxOpenMs));
    return { duration, next };
  }
}

/** Resolves when the work has ended in any way. @throws {unknown} the reason of `signal` if it aborts earlier. */
async function settled(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const left = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { signal: left.signal });
      work.then(
        () => resolve(),
        () => resolve(),
      );
    });
  } finally {
    left.abort();
  }
}
