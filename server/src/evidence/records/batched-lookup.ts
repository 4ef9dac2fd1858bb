interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Maximum number of keys in one lookup. It is low, because each value may be a decision of several megabytes.
 */
const maxBatch = 64;

/**
 * Looks up the keys of concurrent calls together. A lookup always starts after the calls that it serves, and
 * nothing is cached. Each call therefore sees all changes that were made before the call.
 */
export class BatchedLookup<Key, Value> {
  readonly #lookUp: (keys: readonly Key[]) => Promise<readonly Value[]>;
  readonly #waiting: Waiting<Key, Value>[] = [];
  #isBusy = false;

  /** @param lookUp returns one value for each key, in order. */
  constructor(lookUp: (keys: readonly Key[]) => Promise<readonly Value[]>) {
    this.#lookUp = lookUp;
  }

  /** Returns the value for a key. @throws {unknown} errors of the lookup. */
  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (!this.#isBusy) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isBusy = true;
    // Waits for further calls that arrive in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#resolve(this.#waiting.splice(0, maxBatch));
    this.#isBusy = false;
  }

  async #resolve(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#lookUp(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error("A lookup must return one value for each key.");
      for (const [index, value] of values.entries()) batch[index]?.resolve(value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
