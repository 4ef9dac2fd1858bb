import type { RatedSamples } from "./rated-samples.ts";
import { SampleGrouping, type SampleGroups } from "./sample-groups.ts";

/** A kind of sample: how many of its grades fell into a category. */
export interface CategoryCount {
  category: number;
  /** From 1. */
  inCategory: number;
  /** All grades of the sample. */
  grades: number;
}

/**
 * Groups samples by how many of how many grades they have in a category; a sample is in one group for each category that
 * it was put into.
 *
 * @returns the kinds by category, then by their numbers, and the samples of each kind in the same order.
 */
export function groupByCategory({ samples }: RatedSamples): { kinds: CategoryCount[]; groups: SampleGroups } {
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
  const kinds = keys.map((key): CategoryCount => {
    const rest = Math.floor(key / most);
    return { category: Math.floor(rest / most), inCategory: rest % most, grades: key % most };
  });
  return { kinds, groups };
}
