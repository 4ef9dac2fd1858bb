import type { RatedSamples } from "./rated-samples.ts";
import { SampleGrouping, type SampleGroups } from "./sample-groups.ts";

/** A kind of sample: how many of its grades are in a category. */
export interface CategoryCount {
  category: number;
  /** From 1. */
  inCategory: number;
  /** All grades of the sample. */
  grades: number;
}

/**
 * Groups samples by their number of grades in a category and their number of grades. A sample is in one group
 * for each of its categories.
 *
 * @returns the kinds by category, then by their numbers, and the samples of each kind in the same order.
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
