/** Time after which the process counts as blocked if its main thread has not set a heartbeat (seconds). */
const maxHeartbeatAge = 30;

/** Time after which the last readiness is out of date (seconds). */
const maxReadinessAge = 10;

const heartbeat = 0;
const readyAt = 1;
const ready = 2;

/** Returns the time of a clock that all threads share (seconds). */
export const secondsNow = (): number => Number(process.hrtime.bigint() / 1_000_000_000n);

/** The state of the process that its main thread shares with the thread of the probes. */
export class ProbeState {
  readonly #fields: Int32Array;
  readonly #now: () => number;

  /** @param memory 12 bytes of shared memory. @param now the time of a clock that all threads share (seconds). */
  constructor(memory: SharedArrayBuffer, now: () => number) {
    this.#fields = new Int32Array(memory);
    this.#now = now;
  }

  /** Records that the main thread is not blocked. */
  beat(): void {
    Atomics.store(this.#fields, heartbeat, this.#now());
  }

  setReady(isReady: boolean): void {
    Atomics.store(this.#fields, ready, Number(isReady));
    Atomics.store(this.#fields, readyAt, this.#now());
  }

  /** Whether the main thread was not blocked in the last 30 seconds. */
  get isAlive(): boolean {
    return this.#now() - Atomics.load(this.#fields, heartbeat) <= maxHeartbeatAge;
  }

  /** Whether the process was ready when it was last checked, at most 10 seconds ago. */
  get isReady(): boolean {
    const isCurrent = this.#now() - Atomics.load(this.#fields, readyAt) <= maxReadinessAge;
    return isCurrent && Atomics.load(this.#fields, ready) === 1;
  }
}
