/** Maximum numbers of concurrent calls. */
export interface CallLimits {
  perProcess: number;
  perWorkspace: number;
  /** Per origin and workspace. */
  perOrigin: number;
}

/** Whom a call belongs to, and where it goes. */
export interface CallTarget {
  workspaceId: string;
  url: string;
}

interface Waiter {
  keys: Keys;
  start(): void;
}

type Keys = readonly [process: string, workspace: string, origin: string];

/**
 * Limits the concurrent calls of this process, so that one workspace or one endpoint cannot take all of them. If several
 * calls wait, the next one is from the workspace with the fewest running calls.
 */
export class CallSlots {
  readonly #limits: readonly [number, number, number];
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();

  constructor({ perProcess, perWorkspace, perOrigin }: CallLimits) {
    this.#limits = [perProcess, perWorkspace, perOrigin];
  }

  /**
   * Makes a call as soon as there is a slot for it.
   *
   * @throws {unknown} the reason of `signal` if it aborts before the call starts, or the error of the call.
   */
  async run<T>(target: CallTarget, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const keys = keysOf(target);
    if (this.#fits(keys)) this.#add(keys, 1);
    else await this.#wait(keys, signal);
    try {
      return await call();
    } finally {
      this.#add(keys, -1);
      this.#startNext();
    }
  }

  async #wait(keys: Keys, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const settled = new AbortController();
    try {
      await new Promise<void>((resolve, reject) => {
        const waiter: Waiter = { keys, start: resolve };
        const leave = (): void => {
          this.#waiting.delete(waiter);
          reject(signal.reason);
        };
        this.#waiting.add(waiter);
        signal.addEventListener("abort", leave, { signal: settled.signal });
      });
    } finally {
      settled.abort();
    }
  }

  #startNext(): void {
    for (;;) {
      const fitting = [...this.#waiting].filter(({ keys }) => this.#fits(keys));
      const [first, ...rest] = fitting;
      if (!first) return;
      const next = rest.reduce((best, one) => (this.#load(one) < this.#load(best) ? one : best), first);
      this.#waiting.delete(next);
      this.#add(next.keys, 1);
      next.start();
    }
  }

  /** Returns the number of running calls of the waiting call's workspace. */
  #load({ keys: [, workspace] }: Waiter): number {
    return this.#running.get(workspace) ?? 0;
  }

  #fits(keys: Keys): boolean {
    return keys.every((key, index) => (this.#running.get(key) ?? 0) < (this.#limits[index] ?? 0));
  }

  #add(keys: Keys, change: 1 | -1): void {
    for (const key of keys) {
      const count = (this.#running.get(key) ?? 0) + change;
      if (count > 0) this.#running.set(key, count);
      else this.#running.delete(key);
    }
  }
}

const keysOf = ({ workspaceId, url }: CallTarget): Keys => [
  "",
  workspaceId,
  `${workspaceId} ${new URL(url).origin}`,
];
