import { holmAdjusted, isSignificant } from "../statistics/holm.ts";
import type { MetricFigures } from "./compare-metric.ts";

/** The possible verdicts of a comparison. */
export const comparisonVerdicts = ["improved", "regressed", "no_difference", "inconclusive"] as const;

/** One of {@link comparisonVerdicts}. */
export type ComparisonVerdict = (typeof comparisonVerdicts)[number];

/** The figures that determine a verdict. */
export interface VerdictFigures extends Pick<
  MetricFigures,
  "change" | "ci95" | "n_paired" | "better" | "worse"
> {
  /** The p-value after the correction for several tests. */
  pAdjusted: number | null;
}

/**
 * Determines the verdict of one test. The first rule that applies is used:
 *
 * 1. no pair: inconclusive
 * 2. all pairs equal: no_difference
 * 3. the 95 % interval lies within ± margin: no_difference, even if the test is significant
 * 4. p_adjusted < 0.05: improved or regressed
 * 5. otherwise: inconclusive
 *
 * @param margin equivalence margin in points.
 * @param wanted whether a positive change is an improvement (1), or a negative one (−1).
 */
export function verdictOf(figures: VerdictFigures, margin: number, wanted: 1 | -1 = 1): ComparisonVerdict {
  const { change, ci95, n_paired: n, better, worse, pAdjusted } = figures;
  if (n === 0 || change === null) return "inconclusive";
  if (better + worse === 0) return "no_difference";
  if (ci95 && ci95[0] >= -margin && ci95[1] <= margin) return "no_difference";
  if (!isSignificant(pAdjusted) || change === 0) return "inconclusive";
  return change * wanted > 0 ? "improved" : "regressed";
}

/**
 * Applies Holm's correction to a family of tests, whose p-values are in several groups. Undefined p-values stay
 * null and do not affect the others.
 */
export function adjustFamily(groups: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const defined = groups.flat().filter((p) => p !== null);
  const adjusted = holmAdjusted(defined)[Symbol.iterator]();
  return groups.map((group) => group.map((p) => (p === null ? null : (adjusted.next().value ?? null))));
}
