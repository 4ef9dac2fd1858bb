import { categoryCounter, type CategoryCounts } from "./category-counts.ts";
import { centredPositions } from "./grade-scale.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** What the grades of all raters together say; `null`: undefined. */
export interface GroupStatistics {
  /** 0-100. */
  percentAgreement: number | null;
  /** 0-100. */
  percentAgreementAll: number | null;
  fleissKappa: number | null;
  krippendorffAlpha: number | null;
  gwetAc1: number | null;
}

/** Figures of each sample that a resample only adds up. */
interface SampleFigures {
  /** 1 where two or more raters graded the sample, else 0. */
  shared: Uint8Array;
  /** The share of its rater pairs that agree; 0 where there are none. */
  agreement: Float64Array;
  /** Σ over ordered pairs of its grades of their squared distance, over n − 1: Krippendorff's observed disagreement. */
  disagreement: Float64Array;
}

type Distance = (one: number, other: number) => number;

function distanceOf({ alphaMetric, positions }: RatedSamples): Distance {
  if (alphaMetric === "nominal" || positions === null) return (one, other) => (one === other ? 0 : 1);
  const centred = centredPositions(positions);
  return (one, other) => ((centred[one] ?? 0) - (centred[other] ?? 0)) ** 2;
}

function figuresOf(rated: RatedSamples): SampleFigures {
  const { samples } = rated;
  const distance = distanceOf(rated);
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

/** Σ over ordered pairs of all grades of their distance. */
function distancesByChance({ paired }: CategoryCounts, positions: Float64Array | null): number {
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (const [category, count] of paired.entries()) {
    const position = positions?.[category] ?? 0;
    n += count;
    sum += count * position;
    squares += positions ? count * position * position : count * count;
  }
  return positions ? 2 * (n * squares - sum * sum) : n * n - squares;
}

const used = (counts: Float64Array): number => counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);

/** (p_a − p_e) / (1 − p_e). */
const beyondChance = (observed: number, byChance: number): number => (observed - byChance) / (1 - byChance);

/** Σ π_k² over the mean shares π_k. */
function squaredShares(shares: Float64Array, samples: number): number {
  return shares.reduce((sum, share) => sum + (share / samples) ** 2, 0);
}

interface Totals {
  /** Samples, as often as they occur. */
  samples: number;
  /** Of these, the ones that two or more raters graded. */
  shared: number;
  unanimous: number;
  agreement: number;
  disagreement: number;
}

function totalsOf({ shared, agreement, disagreement }: SampleFigures, times: Int32Array): Totals {
  const totals: Totals = { samples: 0, shared: 0, unanimous: 0, agreement: 0, disagreement: 0 };
  for (let sample = 0; sample < times.length; sample += 1) {
    const count = times[sample] ?? 0;
    const share = agreement[sample] ?? 0;
    totals.samples += count;
    totals.shared += count * (shared[sample] ?? 0);
    totals.unanimous += share === 1 ? count : 0;
    totals.agreement += count * share;
    totals.disagreement += count * (disagreement[sample] ?? 0);
  }
  return totals;
}

/** α = 1 − (n − 1)·Σ_u O_u / Σ_ij δ². */
function alphaOf(
  counts: CategoryCounts,
  positions: Float64Array | null,
  disagreement: number,
): number | null {
  if (used(counts.paired) < 2) return null;
  const byChance = distancesByChance(counts, positions);
  const n = counts.paired.reduce((sum, count) => sum + count, 0);
  return byChance > 0 ? (byChance - (n - 1) * disagreement) / byChance : null;
}

/**
 * Makes a function that computes what all raters' grades say together, over samples that occur several times each.
 *
 * With n grades on a sample, n_k of them in category k, and π_k the mean over the graded samples of n_k / n (Gwet's
 * convention, also where raters are missing: samples with one grade count for π_k):
 * - agreement p_a: mean over samples with n ≥ 2 of Σ n_k(n_k − 1) / n(n − 1);
 * - Fleiss' κ: p_e = Σ π_k²; undefined when all grades are in one category. It is at most 1, and at least −1 where no
 *   sample has a single grade;
 * - Gwet's AC1: p_e = Σ π_k(1 − π_k) / (q − 1), with q the categories, used or not; undefined for q = 1;
 * - Krippendorff's α: over samples with n ≥ 2; undefined when their grades are in one category.
 *
 * @see Fleiss, J. L. (1971). Psychological Bulletin 76(5), 378-382; Gwet, K. L. (2008). British Journal of Mathematical
 *   and Statistical Psychology 61(1), 29-48; Gwet, K. L. (2014). Handbook of Inter-Rater Reliability, 4th ed., chapters
 *   2-3 (missing ratings); Krippendorff, K. (2011). Computing Krippendorff's Alpha-Reliability.
 */
export function groupStatistics(rated: RatedSamples): (times: Int32Array) => GroupStatistics {
  const figures = figuresOf(rated);
  const countCategories = categoryCounter(rated);
  const { alphaMetric, positions } = rated;
  const centred = alphaMetric === "interval" && positions ? centredPositions(positions) : null;
  const q = rated.categories.length;
  return (times) => {
    const { samples, shared, unanimous, agreement, disagreement } = totalsOf(figures, times);
    const counts = countCategories(times);
    const none: GroupStatistics = {
      percentAgreement: null,
      percentAgreementAll: null,
      fleissKappa: null,
      krippendorffAlpha: null,
      gwetAc1: null,
    };
    if (shared === 0) return none;
    const observed = agreement / shared;
    const squares = squaredShares(counts.shares, samples);
    return {
      percentAgreement: 100 * observed,
      percentAgreementAll: (100 * unanimous) / shared,
      fleissKappa: used(counts.shares) < 2 ? null : beyondChance(observed, squares),
      krippendorffAlpha: alphaOf(counts, centred, disagreement),
      gwetAc1: q < 2 ? null : beyondChance(observed, (1 - squares) / (q - 1)),
    };
  };
}
