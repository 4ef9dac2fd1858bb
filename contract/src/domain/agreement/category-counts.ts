import type { RatedSamples } from "./rated-samples.ts";
import { countGroups, SampleGrouping } from "./sample-groups.ts";

/** How the grades of a set of samples fall into categories. */
export interface CategoryCounts {
  /** Sum over the graded samples of the share of their grades that fell into the category, by category. */
  shares: Float64Array;
  /** Grades in the category on samples that two or more raters graded, by category. */
  paired: Float64Array;
  /** Σ n_k(n_k − 1): ordered pairs of grades on one sample that both fell into the category, by category. */
  agreeing: Float64Array;
  /** Σ n_k(n − 1): ordered pairs of grades on one sample whose first fell into the category, by category. */
  pairs: Float64Array;
}

/** Samples that have so many of so many grades in a category. */
interface Kind {
  category: number;
  inCategory: number;
  grades: number;
}

function kindsOf({ samples }: RatedSamples) {
  const most = samples.reduce((size, { categories }) => Math.max(size, categories.length), 0) + 1;
  const grouping = new SampleGrouping();
  for (const [sample, { categories }] of samples.entries()) {
    const counts = new Map<number, number>();
    for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
    for (const [category, count] of counts) {
      grouping.add((category * most + count) * most + categories.length, sample);
    }
  }
  const { keys, groups } = grouping.groups();
  const kinds = keys.map((key): Kind => {
    const rest = Math.floor(key / most);
    return { category: Math.floor(rest / most), inCategory: rest % most, grades: key % most };
  });
  return { kinds, groups };
}

/**
 * Makes a function that counts categories over samples that occur several times each.
 *
 * @returns a function of how often each sample occurs; its answers share their memory, so each holds until the next call.
 */
export function categoryCounter(rated: RatedSamples): (times: Int32Array) => CategoryCounts {
  const { kinds, groups } = kindsOf(rated);
  const counts = new Float64Array(kinds.length);
  const empty = () => new Float64Array(rated.categories.length);
  const totals: CategoryCounts = { shares: empty(), paired: empty(), agreeing: empty(), pairs: empty() };
  const { shares, paired, agreeing, pairs } = totals;
  return (times) => {
    countGroups(groups, times, counts);
    for (const array of [shares, paired, agreeing, pairs]) array.fill(0);
    for (const [kind, { category, inCategory, grades }] of kinds.entries()) {
      const count = counts[kind] ?? 0;
      shares[category] = (shares[category] ?? 0) + count * (inCategory / grades);
      if (grades < 2) continue;
      paired[category] = (paired[category] ?? 0) + count * inCategory;
      agreeing[category] = (agreeing[category] ?? 0) + count * inCategory * (inCategory - 1);
      pairs[category] = (pairs[category] ?? 0) + count * inCategory * (grades - 1);
    }
    return totals;
  };
}
