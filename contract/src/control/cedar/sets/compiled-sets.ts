import type { CedarInstance } from "../engine/cedar-instance.ts";
import { type CompiledSet, compileSet, slotsPerSet } from "./compile-set.ts";
import type { EffectiveSet } from "../policy-set.ts";
import { KnownStatements } from "./known-statements.ts";

interface Entry {
  compiled: CompiledSet;
  slots: readonly string[];
}

/**
 * Caches compiled sets by digest and evicts the least recently used set. The engine never frees policies that
 * were preparsed under a name, so the cache reuses a fixed number of names.
 */
export class CompiledSets {
  /** The statements of the texts of the sets. */
  readonly known = new KnownStatements();
  readonly #cedar: CedarInstance;
  readonly #entries = new Map<string, Entry>();
  readonly #free: (readonly string[])[];
  readonly #capacity: number;
  #generation = 0;

  /** @param capacity number of cached sets; at least 1. */
  constructor(cedar: CedarInstance, capacity: number) {
    this.#cedar = cedar;
    this.#capacity = capacity;
    this.#free = namesOf(capacity);
  }

  /** Number of cached sets. */
  get size(): number {
    return this.#entries.size;
  }

  /** Whether a set is cached. */
  has({ digest }: EffectiveSet): boolean {
    return this.#generation === this.#cedar.generation && this.#entries.has(digest);
  }

  /**
   * The compiled form of a set.
   *
   * @throws {CannotCompile | CedarBroken}
   */
  get(set: EffectiveSet): CompiledSet {
    if (this.#generation !== this.#cedar.generation) this.#reset();
    const found = this.#entries.get(set.digest);
    if (found) {
      // A Map iterates in insertion order. Reinserting each used set keeps the least recently used set first.
      this.#entries.delete(set.digest);
      this.#entries.set(set.digest, found);
      return found.compiled;
    }
    const slots = this.#claimSlots();
    try {
      const compiled = this.#cedar.call((cedar) => compileSet(cedar, set, { slots, known: this.known }));
      this.#entries.set(set.digest, { compiled, slots });
      return compiled;
    } catch (error) {
      this.#free.push(slots);
      throw error;
    }
  }

  #claimSlots(): readonly string[] {
    const free = this.#free.pop();
    if (free) return free;
    for (const [digest, { slots }] of this.#entries) {
      this.#entries.delete(digest);
      return slots;
    }
    throw new Error("The capacity for compiled sets is 0; it must be at least 1.");
  }

  #reset(): void {
    this.#entries.clear();
    this.#free.splice(0, this.#free.length, ...namesOf(this.#capacity));
    this.#generation = this.#cedar.generation;
  }
}

const namesOf = (capacity: number): string[][] =>
  Array.from({ length: capacity }, (_, set) =>
    Array.from({ length: slotsPerSet }, (_slot, index) => `set-${set}-${index}`),
  );
