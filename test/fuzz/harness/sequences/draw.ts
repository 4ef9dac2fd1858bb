import { seededIntegers } from "@assay/contract/domain";

/** A source of random values that its seed determines. */
export class Draw {
  readonly #next: (bound: number) => number;

  constructor(seed: number) {
    this.#next = seededIntegers(seed);
  }

  /** Returns an integer from 0 to below `bound`. */
  below(bound: number): number {
    return this.#next(bound);
  }

  /** Returns one item of a list that is not empty. */
  from<T>(list: readonly T[]): T {
    const drawn = list[this.below(list.length)];
    if (drawn === undefined) throw new Error("Nothing can be drawn from an empty list.");
    return drawn;
  }

  /** Returns true with a given probability (percent). */
  percent(share: number): boolean {
    return this.below(100) < share;
  }
}
