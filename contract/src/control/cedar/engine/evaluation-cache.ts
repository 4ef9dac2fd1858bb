import type { CompiledGroup } from "../sets/compile-set.ts";
import type { GroupOutcome } from "./evaluate-group.ts";

/** Cached outcomes. */
const maxCacheEntries = 4000;
/**
 * Maximum length of a cache key in characters. Longer requests are not cached, because they rarely repeat.
 */
const maxCacheKeyChars = 2000;

/**
 * Caches the outcomes of requests to the engine. The engine is deterministic, so an equal request has an
 * equal outcome. Reading the cache takes 3 µs instead of 100 µs. The oldest entry is evicted first.
 */
export class EvaluationCache {
  readonly #outcomes = new Map<string, GroupOutcome>();
  /**
   * The number of each compiled group, for cache keys. A group that is compiled again gets another number.
   */
  readonly #numbers = new WeakMap<CompiledGroup, number>();
  #groups = 0;

  /** The cache key of a request; undefined if it is too long. */
  keyOf(group: CompiledGroup, call: object): string | undefined {
    const text = JSON.stringify(call);
    if (text.length > maxCacheKeyChars) return undefined;
    let number = this.#numbers.get(group);
    if (number === undefined) {
      number = this.#groups += 1;
      this.#numbers.set(group, number);
    }
    return `${number} ${text}`;
  }

  /** The cached outcome; undefined if it is not cached. */
  get(key: string): GroupOutcome | undefined {
    return this.#outcomes.get(key);
  }

  /** Caches an outcome. */
  set(key: string, outcome: GroupOutcome): void {
    this.#outcomes.set(key, outcome);
    if (this.#outcomes.size <= maxCacheEntries) return;
    // A Map iterates in insertion order: the first entry is the oldest.
    const [oldest] = this.#outcomes.keys();
    if (oldest !== undefined) this.#outcomes.delete(oldest);
  }
}
