import type { ScoredPair } from "@assay/contract/evaluation/comparison/compared-pair-rules";
import type { SortedRows } from "@assay/contract/platform/paging/sorted-page";

type Pairs = SortedRows<ScoredPair>;

/**
 * Caches sorted lists of compared pairs, so that consecutive pages do not compute the whole list again. Lists never
 * become stale, because the automated scores of completed evaluations never change.
 */
export class PairCache {
  readonly #maxPairs: number;
  /** The cached lists; the least recently used one is first. */
  readonly #lists = new Map<string, Pairs>();
  readonly #loading = new Map<string, Promise<Pairs>>();
  #count = 0;

  /** @param maxPairs maximum number of pairs in all cached lists. Longer lists are not cached. */
  constructor(maxPairs: number) {
    this.#maxPairs = maxPairs;
  }

  /**
   * Returns a list from the cache, or loads it. Concurrent requests for one list load it once. If this fails, for
   * example because the client of the first request disconnected, each of the others loads it again.
   *
   * @param key everything that determines the list, including its workspace.
   * @throws {unknown} the errors of `load`, which are not cached.
   */
  async get(key: string, load: () => Promise<Pairs>): Promise<Pairs> {
    const cached = this.#lists.get(key);
    const loading = this.#loading.get(key);
    if (!cached) return loading?.catch(() => this.get(key, load)) ?? this.#load(key, load);
    this.#lists.delete(key);
    this.#lists.set(key, cached);
    return cached;
  }

  async #load(key: string, load: () => Promise<Pairs>): Promise<Pairs> {
    const loading = load();
    this.#loading.set(key, loading);
    try {
      const pairs = await loading;
      this.#add(key, pairs);
      return pairs;
    } finally {
      this.#loading.delete(key);
    }
  }

  #add(key: string, pairs: Pairs): void {
    if (pairs.length > this.#maxPairs) return;
    this.#lists.set(key, pairs);
    this.#count += pairs.length;
    for (const [oldest, { length }] of this.#lists) {
      if (this.#count <= this.#maxPairs) return;
      this.#lists.delete(oldest);
      this.#count -= length;
    }
  }
}
