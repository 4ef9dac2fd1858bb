import { type AlphaMetric, centeredPositions } from "./grade-scale.ts";
import type { RatedSamples } from "./rated-samples.ts";

/** Computes alpha from the number of grades in each category and the number of times each sample occurs. */
type Alpha = (paired: Float64Array, times: Int32Array) => number | null;

/** The grades on samples with two or more grades: how many there are, and how far apart they are. */
interface PairedGrades {
  grades: number;
  /** Number of categories with at least one of these grades. */
  used: number;
  /** Sum of the distances over ordered pairs of these grades. */
  distances: number;
}

/** Returns the sums for distances of 1 between different categories. */
function nominalPairs(paired: Float64Array): PairedGrades {
  let [grades, used, equal] = [0, 0, 0];
  for (const count of paired) {
    grades += count;
    used += count > 0 ? 1 : 0;
    equal += count * count;
  }
  return { grades, used, distances: grades * grades - equal };
}

/** Returns the sums for squared distances between positions. */
function squaredPairs(paired: Float64Array, positions: Float64Array): PairedGrades {
  let [grades, used, sum, squares] = [0, 0, 0, 0];
  for (let category = 0; category < paired.length; category += 1) {
    const count = paired[category] ?? 0;
    const position = positions[category] ?? 0;
    grades += count;
    used += count > 0 ? 1 : 0;
    sum += count * position;
    squares += count * position * position;
  }
  return { grades, used, distances: 2 * (grades * squares - sum * sum) };
}

/** Returns the number of ordered pairs of a sample's grades that are in different categories. */
function unequalPairs(categories: Int32Array): number {
  let unequal = 0;
  for (let one = 0; one < categories.length; one += 1) {
    for (let other = one + 1; other < categories.length; other += 1)
      unequal += categories[one] === categories[other] ? 0 : 2;
  }
  return unequal;
}

/**
 * Returns the squared distances summed over ordered pairs of a sample's grades, as 2·(n·Σ d² − (Σ d)²). The
 * distances d from the first grade are exactly 0 if all grades are equal.
 */
function squaredDistances(categories: Int32Array, positions: Float64Array): number {
  const first = positions[categories[0] ?? 0] ?? 0;
  let [sum, squares] = [0, 0];
  for (let grade = 1; grade < categories.length; grade += 1) {
    const distance = (positions[categories[grade] ?? 0] ?? 0) - first;
    sum += distance;
    squares += distance * distance;
  }
  return 2 * (categories.length * squares - sum * sum);
}

/**
 * Computes α = 1 − (n − 1)·Σ_u O_u / Σ_ij δ². Here, n is the number of grades on samples with two or more
 * grades. O_u is the observed disagreement of sample u, and δ is the distance between two of these grades.
 */
function alphaOf({ grades, used, distances }: PairedGrades, disagreement: number): number | null {
  if (used < 2 || distances <= 0) return null;
  return (distances - (grades - 1) * disagreement) / distances;
}

/** Returns alpha for distances that do not depend on the counts: a sample's disagreement never changes. */
function fixedAlpha({ samples }: RatedSamples, positions: Float64Array | null): Alpha {
  const disagreements = Float64Array.from(samples, ({ categories }) => {
    if (categories.length < 2) return 0;
    const distances = positions ? squaredDistances(categories, positions) : unequalPairs(categories);
    return distances / (categories.length - 1);
  });
  return (paired, times) => {
    let disagreement = 0;
    for (let sample = 0; sample < times.length; sample += 1)
      disagreement += (times[sample] ?? 0) * (disagreements[sample] ?? 0);
    return alphaOf(positions ? squaredPairs(paired, positions) : nominalPairs(paired), disagreement);
  };
}

/**
 * Writes the position of each category to `ranks`: the mean rank of its grades, minus the mean of all ranks.
 *
 * The difference of two such positions equals Σ_{g=c..k} n_g − (n_c + n_k)/2, so that the ordinal distance is
 * the squared difference.
 */
function meanRanks(paired: Float64Array, ranks: Float64Array): void {
  const middle = paired.reduce((sum, count) => sum + count, 0) / 2;
  let below = 0;
  for (let category = 0; category < paired.length; category += 1) {
    const count = paired[category] ?? 0;
    ranks[category] = below + count / 2 - middle;
    below += count;
  }
}

/** Returns ordinal alpha, in which the distances depend on the number of grades between two categories. */
function ordinalAlpha({ samples, categories: all }: RatedSamples): Alpha {
  const ranks = new Float64Array(all.length);
  return (paired, times) => {
    meanRanks(paired, ranks);
    let disagreement = 0;
    for (let sample = 0; sample < times.length; sample += 1) {
      const count = times[sample] ?? 0;
      const categories = samples[sample]?.categories;
      if (count === 0 || categories === undefined || categories.length < 2) continue;
      disagreement += (count * squaredDistances(categories, ranks)) / (categories.length - 1);
    }
    return alphaOf(squaredPairs(paired, ranks), disagreement);
  };
}

/**
 * Creates a function that computes Krippendorff's α over the samples with two or more grades. α is undefined
 * if all these grades are in one category.
 *
 * @param metric the distance between grades. Without positions of the categories, only `nominal` has a
 *   meaning.
 * @see Krippendorff, K. (2011). Computing Krippendorff's Alpha-Reliability.
 */
export function krippendorffAlpha(rated: RatedSamples, metric: AlphaMetric): Alpha {
  if (metric === "ordinal") return ordinalAlpha(rated);
  const interval = metric === "interval" && rated.positions;
  return fixedAlpha(rated, interval ? centeredPositions(interval) : null);
}
