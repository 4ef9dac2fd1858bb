import type { CedarInstance } from "../cedar-wasm.ts";
import { type CompiledSet, compileSet, slotsPerSet } from "./compile-set.ts";
import type { EffectiveSet } from "./effective-set.ts";

interface Entry {
  compiled: CompiledSet;
  slots: readonly string[];
}

/**
 * Sets that are compiled, by digest; the one that was not used for the longest makes room. The engine never forgets a name
 * under which something was preparsed, so there is a fixed number of names, which are used again.
 */
export class CompiledSets {
  readonly #cedar: CedarInstance;
  readonly #entries = new Map<string, Entry>();
  readonly #free: (readonly string[])[];
  readonly #capacity: number;
  #generation = 0;

  /** @param capacity sets that are kept compiled; at least 1. */
  constructor(cedar: CedarInstance, capacity: number) {
    this.#cedar = cedar;
    this.#capacity = capacity;
    this.#free = namesOf(capacity);
  }

  /** How many sets are compiled. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * The compiled form of a set.
   *
   * @throws {CannotCompile | CedarBroken}
   */
  get(set: EffectiveSet): CompiledSet {
    if (this.#generation !== this.#cedar.generation) this.#startAnew();
    const found = this.#entries.get(set.digest);
    if (found) {
      // A Map keeps the order of insertion: the first one is the one not used for the longest.
      this.#entries.delete(set.digest);
      this.#entries.set(set.digest, found);
      return found.compiled;
    }
    const slots = this.#takeSlots();
    try {
      const compiled = this.#cedar.call((cedar) => compileSet(cedar, set, slots));
      this.#entries.set(set.digest, { compiled, slots });
      return compiled;
    } catch (error) {
      this.#free.push(slots);
      throw error;
    }
  }

  #takeSlots(): readonly string[] {
    const free = this.#free.pop();
    if (free) return free;
    for (const [digest, { slots }] of this.#entries) {
      this.#entries.delete(digest);
      return slots;
    }
    throw new Error("There is no room for a single compiled set.");
  }

  #startAnew(): void {
    this.#entries.clear();
    this.#free.splice(0, this.#free.length, ...namesOf(this.#capacity));
    this.#generation = this.#cedar.generation;
  }
}

const namesOf = (capacity: number): string[][] =>
  Array.from({ length: capacity }, (_, set) =>
    Array.from({ length: slotsPerSet }, (_slot, index) => `set-${set}-${index}`),
  );
