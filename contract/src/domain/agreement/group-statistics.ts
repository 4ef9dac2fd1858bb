import type { AlphaMetric } from "./grade-scale.ts";
import { categoryChance } from "./groups/category-chance.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** Agreement figures over the grades of all raters; `null` where a figure is undefined. */
export interface GroupStatistics {
  /** 0-100. */
  percentAgreement: number | null;
  /** 0-100. */
  percentAgreementAll: number | null;
  fleissKappa: number | null;
  krippendorffAlpha: number | null;
  gwetAc1: number | null;
}

/** Figures for each sample. A resample only needs to sum them. */
interface SampleFigures {
  /** 1 if two or more raters graded the sample, else 0. */
  shared: Uint8Array;
  /** The share of the sample's rater pairs that agree; 0 if it has no pairs. */
  agreement: Float64Array;
}

function figuresOf({ samples }: RatedSamples): SampleFigures {
  const shared = new Uint8Array(samples.length);
  const agreement = new Float64Array(samples.length);
  for (const [sample, { categories }] of samples.entries()) {
    const grades = categories.length;
    if (grades < 2) continue;
    let agreeing = 0;
    for (let one = 0; one < grades; one += 1) {
      for (let other = one + 1; other < grades; other += 1)
        agreeing += categories[one] === categories[other] ? 1 : 0;
    }
    shared[sample] = 1;
    agreement[sample] = agreeing / ((grades * (grades - 1)) / 2);
  }
  return { shared, agreement };
}

/**
 * Computes agreement beyond chance, (p_a − p_e) / (1 − p_e), from observed agreement p_a and chance agreement
 * p_e.
 */
const beyondChance = (observed: number, byChance: number): number => (observed - byChance) / (1 - byChance);

interface Totals {
  /** Number of samples graded by two or more raters; a sample that occurs several times counts each time. */
  shared: number;
  unanimous: number;
  agreement: number;
}

function totalsOf({ shared, agreement }: SampleFigures, times: Int32Array): Totals {
  const totals: Totals = { shared: 0, unanimous: 0, agreement: 0 };
  for (let sample = 0; sample < times.length; sample += 1) {
    const count = times[sample] ?? 0;
    const share = agreement[sample] ?? 0;
    totals.shared += count * (shared[sample] ?? 0);
    totals.unanimous += share === 1 ? count : 0;
    totals.agreement += count * share;
  }
  return totals;
}

const undefinedStatistics: GroupStatistics = {
  percentAgreement: null,
  percentAgreementAll: null,
  fleissKappa: null,
  krippendorffAlpha: null,
  gwetAc1: null,
};

/**
 * Creates a function that computes the statistics over all raters' grades from the number of times that each
 * sample occurs.
 *
 * Let a sample have n grades, n_k of them in category k, and let π_k be the mean of n_k / n over the graded
 * samples. As Gwet recommends for missing ratings, samples with one grade also count towards π_k.
 * - Agreement p_a is the mean over samples with n ≥ 2 of Σ n_k(n_k − 1) / n(n − 1).
 * - Fleiss' κ uses p_e = Σ π_k² and is undefined if all grades are in one category. The value is at most 1.
 *   It is at least −1 if no sample has a single grade.
 * - Gwet's AC1 uses p_e = Σ π_k(1 − π_k) / (q − 1), where q is the number of categories, used or not. It is
 *   undefined for q = 1.
 * - Krippendorff's α covers samples with n ≥ 2; see {@link krippendorffAlpha}.
 *
 * @param rated the rated samples.
 * @param metric the distance that Krippendorff's α uses.
 * @see Fleiss, J. L. (1971). Psychological Bulletin 76(5), 378-382; Gwet, K. L. (2008). British Journal of
 *   Mathematical and Statistical Psychology 61(1), 29-48; Gwet, K. L. (2014). Handbook of Inter-Rater
 *   Reliability, 4th ed., chapters 2-3 (missing ratings).
 */
export function groupStatistics(
  rated: RatedSamples,
  metric: AlphaMetric,
): (times: Int32Array) => GroupStatistics {
  const figures = figuresOf(rated);
  const chanceOf = categoryChance(rated);
  const alphaOf = krippendorffAlpha(rated, metric);
  const q = rated.categories.length;
  return (times) => {
    const { shared, unanimous, agreement } = totalsOf(figures, times);
    if (shared === 0) return undefinedStatistics;
    const { squaredShares, used, paired } = chanceOf(times);
    const observed = agreement / shared;
    return {
      percentAgreement: 100 * observed,
      percentAgreementAll: (100 * unanimous) / shared,
      fleissKappa: used < 2 ? null : beyondChance(observed, squaredShares),
      krippendorffAlpha: alphaOf(paired, times),
      gwetAc1: q < 2 ? null : beyondChance(observed, (1 - squaredShares) / (q - 1)),
    };
  };
}
