import type { RatedSamples } from "../rated-samples.ts";
import { groupByCategory } from "./category-counts.ts";
import { countGroups } from "./sample-groups.ts";

/** Figures on the categories of all grades. */
export interface CategoryChance {
  /** Σ π_k², where π_k is the mean over the samples of the share of the sample's grades in category k. */
  squaredShares: number;
  /** Number of categories with at least one grade. */
  used: number;
  /**
   * Number of grades in each category on samples with two or more grades. The array is valid until the next
   * call.
   */
  paired: Float64Array;
}

/**
 * Creates a function that computes chance agreement from the number of times that each sample occurs.
 *
 * @param rated the rated samples.
 */
export function categoryChance(rated: RatedSamples): (times: Int32Array) => CategoryChance {
  const { kinds, groups } = groupByCategory(rated);
  const counts = new Float64Array(kinds.length);
  const paired = new Float64Array(rated.categories.length);
  const categories = Int32Array.from(kinds, ({ category }) => category);
  const shareOf = Float64Array.from(kinds, ({ inCategory, grades }) => inCategory / grades);
  const pairedOf = Float64Array.from(kinds, ({ inCategory, grades }) => (grades > 1 ? inCategory : 0));
  return (times) => {
    countGroups(groups, times, counts);
    let used = 0;
    let squaredShares = 0;
    for (let kind = 0; kind < counts.length;) {
      const category = categories[kind] ?? 0;
      let share = 0;
      let pairedGrades = 0;
      for (; categories[kind] === category; kind += 1) {
        share += (counts[kind] ?? 0) * (shareOf[kind] ?? 0);
        pairedGrades += (counts[kind] ?? 0) * (pairedOf[kind] ?? 0);
      }
      used += share > 0 ? 1 : 0;
      squaredShares += share * share;
      paired[category] = pairedGrades;
    }
    const samples = times.reduce((sum, count) => sum + count, 0);
    return { squaredShares: squaredShares / (samples * samples), used, paired };
  };
}
