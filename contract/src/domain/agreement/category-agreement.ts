import { categoryCounter } from "./category-counts.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** How far raters agree on one category. */
export interface CategoryAgreement {
  /** 0-1: of the grades beside a grade in this category, the share in it as well; `null` when there is none beside one. */
  agreement: number | null;
  /** Σ n_k(n_k − 1) over samples. */
  numerator: number;
  /** Σ n_k(n − 1) over samples. */
  denominator: number;
}

/**
 * Specific agreement: how likely another rater's grade is in a category, given one that is.
 *
 * @param rated whose grades to count.
 * @param times how often each sample occurs.
 * @returns by the category's name, in the scale's order.
 * @see Fleiss, J. L., Levin, B. & Paik, M. C. (2003). Statistical Methods for Rates and Proportions, 3rd ed., section 18.1.
 */
export function categoryAgreement(rated: RatedSamples, times: Int32Array): Record<string, CategoryAgreement> {
  const { agreeing, pairs } = categoryCounter(rated)(times);
  const entries = rated.categories.map((name, category): [string, CategoryAgreement] => {
    const numerator = agreeing[category] ?? 0;
    const denominator = pairs[category] ?? 0;
    return [name, { agreement: denominator === 0 ? null : numerator / denominator, numerator, denominator }];
  });
  return Object.fromEntries(entries);
}
