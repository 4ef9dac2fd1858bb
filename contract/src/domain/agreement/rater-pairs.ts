import { type JointFigures, jointFigures } from "../statistics/joint-figures.ts";
import { centeredPositions } from "./grade-scale.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { countGroups, SampleGrouping, type SampleGroups } from "./sample-groups.ts";

/** The pairs of raters with at least one shared sample. */
export interface RaterPairs {
  /** Indexes of the two raters of each pair, in ascending order. */
  raters: readonly (readonly [number, number])[];
  /**
   * Computes each pair's figures over its shared samples from the number of times that each sample occurs.
   * The result is valid until the next call.
   */
  figures: (times: Int32Array) => JointFigures;
}

/** Minimum number of shared samples for a kappa between two raters. */
export const LEAST_SHARED = 2;

/** The samples that two raters share, grouped by cell; a cell has one category for each rater. */
interface PairCells {
  raters: [number, number];
  categories: [number, number][];
  groups: SampleGroups;
}

const apart = (key: number, size: number): [number, number] => [Math.floor(key / size), key % size];

function groupByPair({ raters, categories, samples }: RatedSamples): PairCells[] {
  const byPair = new Map<number, SampleGrouping>();
  for (const [sample, { raters: graders, categories: grades }] of samples.entries()) {
    for (const [place, first] of graders.entries()) {
      for (let other = place + 1; other < graders.length; other += 1) {
        const pair = first * raters.length + (graders[other] ?? 0);
        const grouping = byPair.get(pair) ?? new SampleGrouping();
        byPair.set(pair, grouping);
        grouping.add((grades[place] ?? 0) * categories.length + (grades[other] ?? 0), sample);
      }
    }
  }
  return [...byPair]
    .toSorted(([one], [other]) => one - other)
    .map(([pair, grouping]) => {
      const { keys, groups } = grouping.groups();
      const cells = keys.map((key) => apart(key, categories.length));
      return { raters: apart(pair, raters.length), categories: cells, groups };
    });
}

/**
 * Returns the levels of a pair's table: only the categories that the two raters used, so that many small
 * tables stay small.
 */
function levelsOf({ categories }: PairCells): number[] {
  return [...new Set(categories.flat())].toSorted((one, other) => one - other);
}

/** Returns the start offset of each concatenated list, followed by the total length. */
function startsOf(sizes: readonly number[]): Int32Array {
  const starts = new Int32Array(sizes.length + 1);
  for (const [place, size] of sizes.entries()) starts[place + 1] = (starts[place] ?? 0) + size;
  return starts;
}

/** Concatenates the groups of all pairs. */
function joined(pairs: readonly PairCells[]): SampleGroups {
  const groups = pairs.flatMap(({ groups: { starts, samples } }) =>
    Array.from({ length: starts.length - 1 }, (_, group) =>
      samples.subarray(starts[group], starts[group + 1]),
    ),
  );
  const starts = startsOf(groups.map(({ length }) => length));
  const samples = new Int32Array(starts.at(-1) ?? 0);
  for (const [group, members] of groups.entries()) samples.set(members, starts[group]);
  return { starts, samples };
}

function tablesOf(pairs: readonly PairCells[], positions: Float64Array | null) {
  const levels = pairs.map(levelsOf);
  const levelStarts = startsOf(levels.map(({ length }) => length));
  const cells = pairs.flatMap(({ categories }, pair) => {
    const start = levelStarts[pair] ?? 0;
    const places = new Map(levels[pair]?.map((category, place) => [category, start + place]));
    return categories.map(([one, other]) => [places.get(one) ?? start, places.get(other) ?? start] as const);
  });
  return {
    cellStarts: startsOf(pairs.map(({ categories }) => categories.length)),
    levelStarts,
    first: Int32Array.from(cells, ([first]) => first),
    second: Int32Array.from(cells, ([, second]) => second),
    positions:
      positions &&
      Float64Array.from(
        levels.flatMap((used) => [
          ...centeredPositions(Float64Array.from(used, (place) => positions[place] ?? 0)),
        ]),
      ),
  };
}

/**
 * Returns the pairs of raters with at least one shared sample, sorted by the raters' indexes.
 *
 * @see Light, R. J. (1971). Psychological Bulletin 76(5), 365-377 (agreement of several raters as the mean
 *   over pairs).
 */
export function raterPairs(rated: RatedSamples): RaterPairs {
  const pairs = groupByPair(rated);
  const groups = joined(pairs);
  const figures = jointFigures(tablesOf(pairs, rated.positions));
  const counts = new Float64Array(groups.starts.length - 1);
  return {
    raters: pairs.map(({ raters }) => raters),
    figures: (times) => {
      countGroups(groups, times, counts);
      return figures(counts);
    },
  };
}

/** The mean kappas over the rater pairs, and the number of pairs behind the unweighted mean. */
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
