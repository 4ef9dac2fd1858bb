import type { RatedSamples } from "../rated-samples.ts";
import type { SampleGroups } from "./sample-groups.ts";

/** The samples that each pair of raters shares, grouped by cell; a cell has one category for each rater. */
export interface PairCells {
  /** Indexes of the two raters of each pair, in ascending order. */
  raters: readonly (readonly [number, number])[];
  /** Start offset of each pair's cells, followed by the number of all cells. */
  cellStarts: readonly number[];
  /** The first rater's category for each cell. */
  first: Int32Array;
  /** The second rater's category for each cell. */
  second: Int32Array;
  /** The samples in each cell. */
  groups: SampleGroups;
}

/** The samples that one rater shares with raters of a higher index; a sample occurs once for each of them. */
interface Shared {
  samples: Int32Array;
  others: Int32Array;
  /** The rater's category. */
  mine: Int32Array;
  /** The other rater's category. */
  theirs: Int32Array;
}

/** Counts the pairs of grades on the same sample: Σ n(n − 1)/2, where n is a sample's number of grades. */
export const gradePairs = (samples: readonly { raters: { length: number } }[]): number =>
  samples.reduce((sum, { raters: { length } }) => sum + (length * (length - 1)) / 2, 0);

/** Returns each rater's samples, in ascending order. */
function samplesByRater({ raters, samples }: RatedSamples): number[][] {
  const lists = raters.map((): number[] => []);
  for (const [sample, { raters: graders }] of samples.entries())
    for (const rater of graders) lists[rater]?.push(sample);
  return lists;
}

/** Counts the grades by raters of a higher index on a rater's samples. */
function countShared(rater: number, own: readonly number[], { samples }: RatedSamples): number {
  let count = 0;
  for (const sample of own) {
    const graders = samples[sample]?.raters ?? [];
    for (let place = graders.length - 1; (graders[place] ?? rater) > rater; place -= 1) count += 1;
  }
  return count;
}

// Plain loops, because most samples have few grades and copying their arrays takes longer.
function sharedBy(rater: number, own: readonly number[], rated: RatedSamples): Shared {
  const empty = new Int32Array(countShared(rater, own, rated));
  const shared: Shared = {
    samples: empty,
    others: empty.slice(),
    mine: empty.slice(),
    theirs: empty.slice(),
  };
  let at = 0;
  for (const sample of own) {
    const { raters, categories } = rated.samples[sample] ?? { raters: empty, categories: empty };
    const mine = categories[raters.indexOf(rater)] ?? 0;
    for (let place = raters.length - 1; (raters[place] ?? rater) > rater; place -= 1) {
      shared.samples[at] = sample;
      shared.others[at] = raters[place] ?? 0;
      shared.mine[at] = mine;
      shared.theirs[at] = categories[place] ?? 0;
      at += 1;
    }
  }
  return shared;
}

/** Sorts indexes by their keys (integers from 0 to `range` − 1). Equal keys stay in their order. */
function sortedBy(indexes: Int32Array, keys: Int32Array, range: number): Int32Array {
  const starts = new Int32Array(range + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key < range; key += 1) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  const sorted = new Int32Array(indexes.length);
  for (const index of indexes) {
    const key = keys[index] ?? 0;
    const place = starts[key] ?? 0;
    sorted[place] = index;
    starts[key] = place + 1;
  }
  return sorted;
}

/** Returns the indexes of shared samples, sorted by the other rater and then by both categories. */
function byCell({ others, mine, theirs }: Shared, { raters, categories }: RatedSamples): Int32Array {
  const byTheirs = sortedBy(Int32Array.from(mine.keys()), theirs, categories.length);
  return sortedBy(sortedBy(byTheirs, mine, categories.length), others, raters.length);
}

/** Collects cells. The arrays have room for every pair of grades. */
class CellList {
  readonly raters: [number, number][] = [];
  readonly #cellStarts: number[] = [];
  readonly #groupStarts: number[] = [];
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  readonly #samples: Int32Array;
  #size = 0;

  constructor(pairs: number) {
    this.#first = new Int32Array(pairs);
    this.#second = new Int32Array(pairs);
    this.#samples = new Int32Array(pairs);
  }

  /** Appends the samples that a rater shares with others, in the order of `byCell`. */
  append(rater: number, { samples, others, mine, theirs }: Shared, order: Int32Array): void {
    let other = -1;
    for (const index of order) {
      const [isNewPair, cell] = [others[index] !== other, this.#groupStarts.length];
      if (isNewPair) {
        other = others[index] ?? 0;
        this.raters.push([rater, other]);
        this.#cellStarts.push(cell);
      }
      const isSameCell = this.#first[cell - 1] === mine[index] && this.#second[cell - 1] === theirs[index];
      if (isNewPair || !isSameCell) {
        this.#first[cell] = mine[index] ?? 0;
        this.#second[cell] = theirs[index] ?? 0;
        this.#groupStarts.push(this.#size);
      }
      this.#samples[this.#size] = samples[index] ?? 0;
      this.#size += 1;
    }
  }

  cells(): PairCells {
    const count = this.#groupStarts.length;
    const starts = Int32Array.from([...this.#groupStarts, this.#size]);
    return {
      raters: this.raters,
      cellStarts: [...this.#cellStarts, count],
      first: this.#first.slice(0, count),
      second: this.#second.slice(0, count),
      groups: { starts, samples: this.#samples },
    };
  }
}

/**
 * Groups the samples that each pair of raters shares. The work and the memory grow with the number of pairs
 * of grades, so the generator pauses after each rater.
 */
export function* pairCells(rated: RatedSamples): Generator<undefined, PairCells> {
  const cells = new CellList(gradePairs(rated.samples));
  for (const [rater, own] of samplesByRater(rated).entries()) {
    const shared = sharedBy(rater, own, rated);
    cells.append(rater, shared, byCell(shared, rated));
    yield;
  }
  return cells.cells();
}
