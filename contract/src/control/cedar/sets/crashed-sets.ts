import type { EffectiveSet } from "../policy-set.ts";

/** A set that has crashed the engine this many times is not evaluated again: a new engine takes 0.1 s. */
const maxCrashes = 3;

/** Counts the crashes of the engine by set. */
export class CrashedSets {
  /** Number of crashes, by the digest of the set. */
  readonly #crashes = new Map<string, number>();

  /** Counts a crash. */
  add({ digest }: EffectiveSet): void {
    this.#crashes.set(digest, (this.#crashes.get(digest) ?? 0) + 1);
  }

  /** Whether a set must not be evaluated again. */
  has({ digest }: EffectiveSet): boolean {
    return (this.#crashes.get(digest) ?? 0) >= maxCrashes;
  }
}
