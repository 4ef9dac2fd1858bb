import { groupByCategory } from "./groups/category-counts.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** How well the raters agree on one category. */
export interface CategoryAgreement {
  /**
   * The share of grades in this category among all grades that are paired with a grade in this category
   * (0-1); `null` if no such pair exists.
   */
  agreement: number | null;
  /** Σ n_k(n_k − 1) over the samples, where n_k is the number of a sample's grades in category k. */
  numerator: number;
  /** Σ n_k(n − 1) over the samples, where n is the number of all grades of a sample. */
  denominator: number;
}

/**
 * Computes specific agreement: given one grade in a category, the probability that another rater's grade is
 * in the same category.
 *
 * @returns the agreement for each category name. Integer-like names come first, as in any JavaScript object,
 *   regardless of the scale's order.
 * @see Fleiss, J. L., Levin, B. & Paik, M. C. (2003). Statistical Methods for Rates and Proportions, 3rd ed.,
 *   section 18.1.
 */
export function categoryAgreement(rated: RatedSamples): Record<string, CategoryAgreement> {
  const { kinds, groups } = groupByCategory(rated);
  const totals = rated.categories.map(() => ({ numerator: 0, denominator: 0 }));
  for (const [place, { category, inCategory, grades }] of kinds.entries()) {
    const samples = (groups.starts[place + 1] ?? 0) - (groups.starts[place] ?? 0);
    const total = totals[category];
    if (!total) continue;
    total.numerator += samples * inCategory * (inCategory - 1);
    total.denominator += samples * inCategory * (grades - 1);
  }
  const entries = totals.map(({ numerator, denominator }, category): [string, CategoryAgreement] => {
    const agreement = denominator === 0 ? null : numerator / denominator;
    return [rated.categories[category] ?? "", { agreement, numerator, denominator }];
  });
  return Object.fromEntries(entries);
}
