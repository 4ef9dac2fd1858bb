import { CircuitState, type IBreaker } from "cockatiel";

/** A circuit opens if at least this number of calls of the window have completed … */
const minCalls = 5;
/** … and at least this share of them failed. */
const minFailedShare = 0.8;
/** Duration of the window (seconds). */
const windowSeconds = 60;

interface Counts {
  calls: number;
  failed: number;
}

/**
 * Decides when a circuit opens: if at least 80 % of at least 5 calls that completed in the last minute failed.
 *
 * The `SamplingBreaker` of the library forgets old calls only when others complete. If calls are rare, it would count
 * those of an hour.
 */
export class CallWindow implements IBreaker {
  /** The library stores the state of breakers here; this one is never restored. */
  state: unknown = undefined;
  readonly #isClosed: () => boolean;
  readonly #seconds = new Map<number, Counts>();

  /** @param isClosed returns whether the circuit is closed. */
  constructor(isClosed: () => boolean) {
    this.#isClosed = isClosed;
  }

  /** Counts a successful call. @param startedIn the state of the circuit when the call started. */
  success(startedIn: CircuitState): void {
    if (startedIn === CircuitState.HalfOpen) this.#seconds.clear();
    this.#count(0);
  }

  /**
   * Counts a failed call.
   *
   * @param startedIn the state of the circuit when the call started.
   * @returns whether the circuit must open. A call that started before the circuit opened does not open it again.
   */
  failure(startedIn: CircuitState): boolean {
    this.#count(1);
    if (startedIn !== CircuitState.Closed) return true;
    if (!this.#isClosed()) return false;
    let [calls, failed] = [0, 0];
    for (const second of this.#seconds.values()) {
      calls += second.calls;
      failed += second.failed;
    }
    return calls >= minCalls && failed / calls >= minFailedShare;
  }

  #count(failed: 0 | 1): void {
    const now = Math.floor(Date.now() / 1000);
    for (const second of this.#seconds.keys())
      if (second <= now - windowSeconds) this.#seconds.delete(second);
    const counts = this.#seconds.get(now) ?? { calls: 0, failed: 0 };
    this.#seconds.set(now, { calls: counts.calls + 1, failed: counts.failed + failed });
  }
}
