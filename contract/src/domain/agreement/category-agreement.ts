import { groupByCategory } from "./category-counts.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** Agreement of the raters on one category. */
export interface CategoryAgreement {
  /**
   * 0-1: of all grades paired with a grade in this category, the share in the same category; `null` without
   * such a pair.
   */
  agreement: number | null;
  /** Σ n_k(n_k − 1) over samples. */
  numerator: number;
  /** Σ n_k(n − 1) over samples. */
  denominator: number;
}

/**
 * Specific agreement: the probability that another rater's grade is in a category, given one grade in it.
 *
 * @returns by the category's name; integer-like keys come first, as in any object, whatever the scale.
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
