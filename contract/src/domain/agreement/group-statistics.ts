import { categoryChance, type CategoryChance } from "./category-chance.ts";
import { centeredPositions } from "./grade-scale.ts";
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
  /**
   * Krippendorff's observed disagreement: the squared distances summed over ordered pairs of the sample's
   * grades, divided by n − 1.
   */
  disagreement: Float64Array;
}

function figuresOf({ samples }: RatedSamples, positions: Float64Array | null): SampleFigures {
  const distance = (one: number, other: number): number =>
    positions ? ((positions[one] ?? 0) - (positions[other] ?? 0)) ** 2 : 1;
  const shared = new Uint8Array(samples.length);
  const agreement = new Float64Array(samples.length);
  const disagreement = new Float64Array(samples.length);
  for (const [sample, { categories }] of samples.entries()) {
    const grades = categories.length;
    if (grades < 2) continue;
    let agreeing = 0;
    let distances = 0;
    for (const [place, one] of categories.entries()) {
      for (let next = place + 1; next < grades; next += 1) {
        const other = categories[next] ?? 0;
        if (one === other) agreeing += 1;
        else distances += distance(one, other);
      }
    }
    shared[sample] = 1;
    agreement[sample] = agreeing / ((grades * (grades - 1)) / 2);
    disagreement[sample] = (2 * distances) / (grades - 1);
  }
  return { shared, agreement, disagreement };
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
  disagreement: number;
}

function totalsOf({ shared, agreement, disagreement }: SampleFigures, times: Int32Array): Totals {
  const totals: Totals = { shared: 0, unanimous: 0, agreement: 0, disagreement: 0 };
  for (let sample = 0; sample < times.length; sample += 1) {
    const count = times[sample] ?? 0;
    const share = agreement[sample] ?? 0;
    totals.shared += count * (shared[sample] ?? 0);
    totals.unanimous += share === 1 ? count : 0;
    totals.agreement += count * share;
    totals.disagreement += count * (disagreement[sample] ?? 0);
  }
  return totals;
}

/**
 * Computes α = 1 − (n − 1)·Σ_u O_u / Σ_ij δ². Here, n is the number of grades on samples with two or more
 * grades. O_u is the observed disagreement of sample u, and δ is the distance between two of these grades.
 */
function alphaOf({ paired, pairedUsed, distances }: CategoryChance, disagreement: number): number | null {
  if (pairedUsed < 2 || distances <= 0) return null;
  return (distances - (paired - 1) * disagreement) / distances;
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
 * - Krippendorff's α covers samples with n ≥ 2 and is undefined if all their grades are in one category.
 *
 * @see Fleiss, J. L. (1971). Psychological Bulletin 76(5), 378-382; Gwet, K. L. (2008). British Journal of
 *   Mathematical and Statistical Psychology 61(1), 29-48; Gwet, K. L. (2014). Handbook of Inter-Rater
 *   Reliability, 4th ed., chapters 2-3 (missing ratings); Krippendorff, K. (2011). Computing Krippendorff's
 *   Alpha-Reliability.
 */
export function groupStatistics(rated: RatedSamples): (times: Int32Array) => GroupStatistics {
  const positions =
    rated.alphaMetric === "interval" && rated.positions ? centeredPositions(rated.positions) : null;
  const figures = figuresOf(rated, positions);
  const chanceOf = categoryChance(rated, positions);
  const q = rated.categories.length;
  return (times) => {
    const { shared, unanimous, agreement, disagreement } = totalsOf(figures, times);
    if (shared === 0) return undefinedStatistics;
    const chance = chanceOf(times);
    const { squaredShares, used } = chance;
    const observed = agreement / shared;
    return {
      percentAgreement: 100 * observed,
      percentAgreementAll: (100 * unanimous) / shared,
      fleissKappa: used < 2 ? null : beyondChance(observed, squaredShares),
      krippendorffAlpha: alphaOf(chance, disagreement),
      gwetAc1: q < 2 ? null : beyondChance(observed, (1 - squaredShares) / (q - 1)),
    };
  };
}
