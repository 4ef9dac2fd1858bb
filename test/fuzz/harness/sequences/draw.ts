import { seededIntegers } from "@assay/contract/domain";

/** Draws by chance, the same for the same seed. */
export class Draw {
  readonly #next: (bound: number) => number;

  constructor(seed: number) {
    this.#next = seededIntegers(seed);
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return this.#next(bound);
  }

  /** One of a list that is not empty. */
  from<T>(list: readonly T[]): T {
    const drawn = list[this.below(list.length)];
    if (drawn === undefined) throw new Error("Nothing can be drawn from an empty list.");
    return drawn;
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.below(100) < share;
  }
}
