import type { CompiledGroup } from "./sets/compile-set.ts";
import type { GroupOutcome } from "./evaluate-group.ts";

/** Answers that are kept. */
const maxCacheEntries = 4000;
/** Questions longer than this, in characters, are rarely asked twice. */
const maxCacheKeyChars = 2000;

/**
 * Answers of the engine by what it was asked, to the letter: it knows neither time nor chance, so the same question has the
 * same answer (100 µs of the engine against 3). The oldest answers make room.
 */
export class EvaluationCache {
  readonly #answers = new Map<string, GroupOutcome>();
  /** A compiled group is one object for as long as it is compiled: nothing outlives it but its number. */
  readonly #numbers = new WeakMap<CompiledGroup, number>();
  #groups = 0;

  /** The name of a question; undefined when it is too long to be kept. */
  keyOf(group: CompiledGroup, question: object): string | undefined {
    const text = JSON.stringify(question);
    if (text.length > maxCacheKeyChars) return undefined;
    let number = this.#numbers.get(group);
    if (number === undefined) {
      number = this.#groups += 1;
      this.#numbers.set(group, number);
    }
    return `${number} ${text}`;
  }

  /** What was answered; undefined when it is not known. */
  get(key: string): GroupOutcome | undefined {
    return this.#answers.get(key);
  }

  /** Keeps an answer. */
  set(key: string, answer: GroupOutcome): void {
    this.#answers.set(key, answer);
    if (this.#answers.size <= maxCacheEntries) return;
    // A Map keeps the order of insertion: the first one is the oldest.
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined) this.#answers.delete(oldest);
  }
}
