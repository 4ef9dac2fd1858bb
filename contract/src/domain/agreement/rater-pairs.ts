import { type JointFigures, jointFigures } from "../statistics/joint-figures.ts";
import { centredPositions } from "./grade-scale.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { countGroups, SampleGrouping, type SampleGroups } from "./sample-groups.ts";

/** Two raters who share at least one sample. */
export interface RaterPair {
  /** Places of the two, the lower first. */
  first: number;
  second: number;
  /** What their shared samples say, each counted as often as it occurs. */
  figures: (times: Int32Array) => JointFigures;
}

/** Samples that two raters must share before a kappa of the two is taken. */
export const LEAST_SHARED = 2;

interface PairCells {
  categories: [number, number][];
  groups: SampleGroups;
}

function groupByPair({ raters, categories, samples }: RatedSamples): [number, PairCells][] {
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
  const cellsOf = (grouping: SampleGrouping): PairCells => {
    const { keys, groups } = grouping.groups();
    const places = keys.map((key): [number, number] => [
      Math.floor(key / categories.length),
      key % categories.length,
    ]);
    return { categories: places, groups };
  };
  return [...byPair]
    .toSorted(([one], [other]) => one - other)
    .map(([pair, grouping]): [number, PairCells] => [pair, cellsOf(grouping)]);
}

/** Only the categories that the two used, so that many pairs over many categories stay small. */
function figuresOf({ categories, groups }: PairCells, positions: Float64Array | null): RaterPair["figures"] {
  const used = [...new Set(categories.flat())].toSorted((one, other) => one - other);
  const level = new Map(used.map((category, place) => [category, place]));
  const figures = jointFigures({
    first: Int32Array.from(categories, ([category]) => level.get(category) ?? 0),
    second: Int32Array.from(categories, ([, category]) => level.get(category) ?? 0),
    levels: used.length,
    positions: positions && centredPositions(Float64Array.from(used, (place) => positions[place] ?? 0)),
  });
  const counts = new Float64Array(categories.length);
  return (times) => {
    countGroups(groups, times, counts);
    return figures(counts);
  };
}

/**
 * The pairs of raters who share at least one sample, by their places.
 *
 * @see Light, R. J. (1971). Psychological Bulletin 76(5), 365-377 (agreement of several raters as the mean over pairs).
 */
export function raterPairs(rated: RatedSamples): RaterPair[] {
  return groupByPair(rated).map(([pair, cells]) => ({
    first: Math.floor(pair / rated.raters.length),
    second: pair % rated.raters.length,
    figures: figuresOf(cells, rated.positions),
  }));
}

/** The mean kappas over rater pairs, and how many pairs stand behind the plain one. */
export interface PairMeans {
  plain: number | null;
  weighted: number | null;
  /** Pairs with a kappa. */
  defined: number;
  /** Pairs without: both used one and the same category throughout. */
  undefined: number;
  /** Pairs that share fewer than two samples. */
  tooFew: number;
}

/**
 * The mean over the pairs of raters who share at least two samples; pairs whose kappa is undefined are left out.
 *
 * @param pairs of whom.
 * @param times how often each sample occurs.
 */
export function pairMeans(pairs: readonly RaterPair[], times: Int32Array): PairMeans {
  const means: PairMeans = { plain: null, weighted: null, defined: 0, undefined: 0, tooFew: 0 };
  let plainSum = 0;
  let weightedSum = 0;
  let ordered = 0;
  for (const { figures } of pairs) {
    const { n, plain, weighted } = figures(times);
    if (n < LEAST_SHARED) means.tooFew += 1;
    else if (plain === null) means.undefined += 1;
    else {
      means.defined += 1;
      plainSum += plain;
    }
    if (n < LEAST_SHARED || weighted === null) continue;
    ordered += 1;
    weightedSum += weighted;
  }
  if (means.defined > 0) means.plain = plainSum / means.defined;
  if (ordered > 0) means.weighted = weightedSum / ordered;
  return means;
}
