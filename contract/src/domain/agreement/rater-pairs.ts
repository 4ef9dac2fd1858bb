import { type JointFigures, jointFigures, type JointTables } from "../statistics/joint-figures.ts";
import { centeredPositions } from "./grade-scale.ts";
import { type PairCells, pairCells } from "./groups/pair-cells.ts";
import { countGroups } from "./groups/sample-groups.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** The pairs of raters with at least one shared sample. */
export interface RaterPairs {
  /**
   * Computes each pair's figures over its shared samples from the number of times that each sample occurs.
   * The result is valid until the next call.
   */
  figures: (times: Int32Array) => JointFigures;
  /** The shared samples of each pair, by cell. */
  cells: PairCells;
}

/** Minimum number of shared samples for a kappa between two raters. */
export const LEAST_SHARED = 2;

/**
 * Returns the levels of a pair's table: only the categories that the two raters used, so that many small
 * tables stay small.
 */
function levelsOf({ cellStarts, first, second }: PairCells, pair: number): number[] {
  const used = new Set<number>();
  for (let cell = cellStarts[pair] ?? 0; cell < (cellStarts[pair + 1] ?? 0); cell += 1) {
    used.add(first[cell] ?? 0);
    used.add(second[cell] ?? 0);
  }
  return [...used].toSorted((one, other) => one - other);
}

/** Converts the categories of cells to levels of their pair's table. */
function tablesOf(cells: PairCells, positions: Float64Array | null): JointTables {
  const { raters, cellStarts } = cells;
  const levelStarts = new Int32Array(raters.length + 1);
  const first = new Int32Array(cells.first.length);
  const second = new Int32Array(cells.first.length);
  const ofLevels: number[] = [];
  for (const pair of raters.keys()) {
    const start = ofLevels.length;
    const levels = levelsOf(cells, pair);
    const places = new Map(levels.map((category, place) => [category, start + place]));
    for (let cell = cellStarts[pair] ?? 0; cell < (cellStarts[pair + 1] ?? 0); cell += 1) {
      first[cell] = places.get(cells.first[cell] ?? 0) ?? start;
      second[cell] = places.get(cells.second[cell] ?? 0) ?? start;
    }
    const own = Float64Array.from(levels, (category) => positions?.[category] ?? 0);
    for (const position of centeredPositions(own)) ofLevels.push(position);
    levelStarts[pair + 1] = ofLevels.length;
  }
  return {
    cellStarts: Int32Array.from(cellStarts),
    levelStarts,
    first,
    second,
    positions: positions && Float64Array.from(ofLevels),
  };
}

/**
 * Returns the pairs of raters with at least one shared sample, sorted by the raters' indexes. The generator
 * pauses between raters.
 *
 * @see Light, R. J. (1971). Psychological Bulletin 76(5), 365-377 (agreement of several raters as the mean
 *   over pairs).
 */
export function* raterPairs(rated: RatedSamples): Generator<undefined, RaterPairs> {
  const cells = yield* pairCells(rated);
  const figures = jointFigures(tablesOf(cells, rated.positions));
  const counts = new Float64Array(cells.first.length);
  return {
    cells,
    figures: (times) => {
      countGroups(cells.groups, times, counts);
      return figures(counts);
    },
  };
}

/** The mean kappas over the rater pairs, and the number of pairs that the unweighted mean covers. */
export interface PairMeans {
  plain: number | null;
  weighted: number | null;
  /** Number of pairs with a defined kappa. */
  defined: number;
  /**
   * Number of pairs with an undefined kappa, because both raters used a single, identical category
   * throughout.
   */
  undefined: number;
  /** Number of pairs with fewer than two shared samples. */
  tooFew: number;
}

/**
 * Computes the mean kappas over the pairs with at least two shared samples. Pairs with an undefined kappa are
 * excluded.
 *
 * @param n number of samples that each pair shares. In a resample the number can be 0; such a pair counts as
 *   having too few samples.
 */
export function pairMeans({ n, plain, weighted }: JointFigures): PairMeans {
  const means: PairMeans = { plain: null, weighted: null, defined: 0, undefined: 0, tooFew: 0 };
  let plainSum = 0;
  let weightedSum = 0;
  let ordered = 0;
  for (let pair = 0; pair < n.length; pair += 1) {
    const kappa = plain[pair] ?? Number.NaN;
    const byDistance = weighted[pair] ?? Number.NaN;
    if ((n[pair] ?? 0) < LEAST_SHARED) means.tooFew += 1;
    else if (Number.isNaN(kappa)) means.undefined += 1;
    else {
      means.defined += 1;
      plainSum += kappa;
      if (Number.isNaN(byDistance)) continue;
      ordered += 1;
      weightedSum += byDistance;
    }
  }
  if (means.defined > 0) means.plain = plainSum / means.defined;
  if (ordered > 0) means.weighted = weightedSum / ordered;
  return means;
}
