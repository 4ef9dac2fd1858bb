import { groupByCategory } from "./category-counts.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { countGroups } from "./sample-groups.ts";

/** Chance agreement, computed from the categories of all grades. */
export interface CategoryChance {
  /** Σ π_k², where π_k is the mean over the samples of the share of the sample's grades in category k. */
  squaredShares: number;
  /** Number of categories with at least one grade. */
  used: number;
  /** Number of grades on samples with two or more grades. The members below cover these grades only. */
  paired: number;
  /** Number of categories among these grades. */
  pairedUsed: number;
  /**
   * Sum of the distances over ordered pairs of these grades. If the categories have positions, the distance
   * is the squared difference of two positions. Otherwise, it is 1 for different categories.
   */
  distances: number;
}

/** Sums over the grades. If the categories have no positions, every position counts as 0. */
interface Moments {
  paired: number;
  sum: number;
  squares: number;
  /** Σ of the squared number of grades in each category. */
  equal: number;
}

function distancesOf({ paired, sum, squares, equal }: Moments, interval: boolean): number {
  return interval ? 2 * (paired * squares - sum * sum) : paired * paired - equal;
}

/**
 * Creates a function that computes chance agreement from the number of times that each sample occurs.
 *
 * @param rated the rated samples.
 * @param positions the positions of the categories, near 0; `null` if the categories have no order.
 */
export function categoryChance(
  rated: RatedSamples,
  positions: Float64Array | null,
): (times: Int32Array) => CategoryChance {
  const { kinds, groups } = groupByCategory(rated);
  const counts = new Float64Array(kinds.length);
  const categories = Int32Array.from(kinds, ({ category }) => category);
  const shareOf = Float64Array.from(kinds, ({ inCategory, grades }) => inCategory / grades);
  const pairedOf = Float64Array.from(kinds, ({ inCategory, grades }) => (grades > 1 ? inCategory : 0));
  return (times) => {
    countGroups(groups, times, counts);
    const moments: Moments = { paired: 0, sum: 0, squares: 0, equal: 0 };
    let used = 0;
    let pairedUsed = 0;
    let squaredShares = 0;
    for (let kind = 0; kind < counts.length;) {
      const category = categories[kind] ?? 0;
      let share = 0;
      let paired = 0;
      for (; categories[kind] === category; kind += 1) {
        share += (counts[kind] ?? 0) * (shareOf[kind] ?? 0);
        paired += (counts[kind] ?? 0) * (pairedOf[kind] ?? 0);
      }
      const position = positions?.[category] ?? 0;
      used += share > 0 ? 1 : 0;
      pairedUsed += paired > 0 ? 1 : 0;
      squaredShares += share * share;
      moments.paired += paired;
      moments.sum += paired * position;
      moments.squares += paired * position * position;
      moments.equal += paired * paired;
    }
    const samples = times.reduce((sum, count) => sum + count, 0);
    return {
      squaredShares: squaredShares / (samples * samples),
      used,
      paired: moments.paired,
      pairedUsed,
      distances: distancesOf(moments, positions !== null),
    };
  };
}
