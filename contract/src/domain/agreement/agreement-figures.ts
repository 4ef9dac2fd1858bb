import type { AlphaMetric } from "./grade-scale.ts";
import { groupStatistics } from "./group-statistics.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { pairMeans, type PairMeans, raterPairs, type RaterPairs } from "./rater-pairs.ts";

/** The names of the agreement statistics, as on the wire. */
export const agreementStatistics = [
  "percent_agreement",
  "percent_agreement_all",
  "cohens_kappa",
  "fleiss_kappa",
  "weighted_kappa",
  "krippendorff_alpha",
  "gwet_ac1",
] as const;

/** One of {@link agreementStatistics}. */
export type AgreementStatistic = (typeof agreementStatistics)[number];

/** The reasons why a figure can be undefined. */
export const agreementReasons = {
  no_shared_samples: "No sample was graded by two or more reviewers.",
  too_few_shared_samples: "No two reviewers share at least two samples.",
  one_category: "All counted grades are in one category, so agreement beyond chance is undefined.",
  not_ordered: "The categories have no order, so distances between them mean nothing.",
} as const;

/** One of the codes in {@link agreementReasons}. */
export type AgreementReason = keyof typeof agreementReasons;

/** An agreement figure; `value` is `null` exactly when `reason` is set. */
export interface AgreementFigure {
  value: number | null;
  reason: AgreementReason | null;
}

/** The statistics over a list of samples in which a sample may occur several times. */
interface Estimate {
  values: Record<AgreementStatistic, number | null>;
  means: PairMeans;
}

/** Computes all statistics from the number of times that each sample occurs. */
export interface AgreementEstimator {
  pairs: RaterPairs;
  estimate: (times: Int32Array) => Estimate;
}

/**
 * Creates an estimator. The parts that are equal for all resamples are computed only once. The generator
 * pauses between slices of work.
 *
 * @param metric the distance that Krippendorff's α uses.
 */
export function* agreementEstimator(
  rated: RatedSamples,
  metric: AlphaMetric,
): Generator<undefined, AgreementEstimator> {
  const pairs = yield* raterPairs(rated);
  const groupOf = groupStatistics(rated, metric);
  const estimate = (times: Int32Array): Estimate => {
    const means = pairMeans(pairs.figures(times));
    const group = groupOf(times);
    const values = {
      percent_agreement: group.percentAgreement,
      percent_agreement_all: group.percentAgreementAll,
      cohens_kappa: means.plain,
      fleiss_kappa: group.fleissKappa,
      weighted_kappa: means.weighted,
      krippendorff_alpha: group.krippendorffAlpha,
      gwet_ac1: group.gwetAc1,
    };
    return { values, means };
  };
  return { pairs, estimate };
}

const ofPairs: ReadonlySet<AgreementStatistic> = new Set(["cohens_kappa", "weighted_kappa"]);

/**
 * Returns a statistic, with the reason if it is undefined.
 *
 * @param name the name of the statistic.
 * @param values the statistics over all samples; each sample is counted once.
 * @param means the mean kappas over the pairs of raters who graded these samples.
 * @param ordered whether the categories have an order.
 */
export function agreementFigure(
  name: AgreementStatistic,
  { values, means }: Estimate,
  ordered: boolean,
): AgreementFigure {
  const value = values[name];
  if (value !== null) return { value, reason: null };
  if (name === "weighted_kappa" && !ordered) return { value, reason: "not_ordered" };
  const enough = means.defined + means.undefined;
  if (enough + means.tooFew === 0) return { value, reason: "no_shared_samples" };
  return { value, reason: ofPairs.has(name) && enough === 0 ? "too_few_shared_samples" : "one_category" };
}
