import type { RatedSamples } from "../rated-samples.ts";
import { SampleGrouping, type SampleGroups } from "./sample-groups.ts";

/**
 * A kind of sample, identified by the number of its grades in one category and the number of all its grades.
 */
export interface CategoryCount {
  category: number;
  /** At least 1. */
  inCategory: number;
  /** Number of all grades of the sample. */
  grades: number;
}

/**
 * Groups samples by their number of grades in a category and their total number of grades. A sample belongs
 * to one group for each of its categories.
 *
 * @returns the kinds, sorted by category and then by both numbers, and the groups of samples in the same
 *   order.
 */
export function groupByCategory({ samples }: RatedSamples): { kinds: CategoryCount[]; groups: SampleGroups } {
  const radix = samples.reduce((size, { categories }) => Math.max(size, categories.length), 0) + 1;
  const grouping = new SampleGrouping();
  for (const [sample, { categories }] of samples.entries()) {
    const counts = new Map<number, number>();
    for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
    for (const [category, count] of counts) {
      grouping.add((category * radix + count) * radix + categories.length, sample);
    }
  }
  const { keys, groups } = grouping.groups();
  const kinds = keys.map((key): CategoryCount => {
    const rest = Math.floor(key / radix);
    return { category: Math.floor(rest / radix), inCategory: rest % radix, grades: key % radix };
  });
  return { kinds, groups };
}
