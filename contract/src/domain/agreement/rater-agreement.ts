import { textSeed } from "../statistics/seeded-random.ts";
import {
  agreementEstimator,
  type AgreementEstimator,
  type AgreementFigure,
  agreementFigure,
  type AgreementStatistic,
  agreementStatistics,
} from "./agreement-figures.ts";
import { type CategoryAgreement, categoryAgreement } from "./category-agreement.ts";
import type { AlphaMetric } from "./grade-scale.ts";
import { type AgreementInterpretation, interpretKappa } from "./interpretation.ts";
import { type PairAgreement, pairAgreement } from "./pair-agreement.ts";
import { type Gradings, rateSamples, type RatedSamples } from "./rated-samples.ts";
import { resampledIntervals } from "./resample.ts";

/** A figure with its 95 % interval; `null`: undefined in more than 5 % of the resamples, or fewer than 2 samples. */
export interface AgreementEstimate extends AgreementFigure {
  ci95: [number, number] | null;
}

/** Agreement figures of a set of raters. */
export interface AgreementSummary<Figure extends AgreementFigure> extends Record<AgreementStatistic, Figure> {
  /** Samples graded by two or more raters. */
  n_samples: number;
  /** Number of grades, including samples with a single grade. */
  review_count: number;
  /** Raters with at least one grade. */
  reviewer_count: number;
  /**
   * Rater pairs behind the mean kappas; undefined kappas and pairs with fewer than two shared samples are
   * excluded.
   */
  kappa_pairs: { defined: number; undefined: number; too_few_samples: number };
  alpha_metric: AlphaMetric;
  /** Of Cohen's κ for two raters, else of Fleiss' κ; `null` if undefined. */
  interpretation: AgreementInterpretation | null;
}

/** Agreement of the raters on one dimension. */
export interface RaterAgreement extends AgreementSummary<AgreementEstimate> {
  /** The pairs with at least one shared sample, by their ids. */
  by_pair: PairAgreement[];
  /** By the category's name, in the scale's order. */
  by_category: Record<string, CategoryAgreement>;
  /** Among the holders of a credential, if two of them share a sample. */
  by_credential: Record<string, AgreementSummary<AgreementFigure>>;
}

const once = ({ samples }: RatedSamples): Int32Array => new Int32Array(samples.length).fill(1);

function record<Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) {
  // Safe: the object has exactly one entry per name.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

function summarize(rated: RatedSamples, { estimate }: AgreementEstimator): AgreementSummary<AgreementFigure> {
  const whole = estimate(once(rated));
  const { defined, undefined: without, tooFew } = whole.means;
  const kappa = rated.raters.length === 2 ? whole.values.cohens_kappa : whole.values.fleiss_kappa;
  const ordered = rated.positions !== null;
  return {
    n_samples: rated.samples.filter(({ raters }) => raters.length > 1).length,
    review_count: rated.samples.reduce((sum, { raters }) => sum + raters.length, 0),
    reviewer_count: rated.raters.length,
    ...record(agreementStatistics, (name) => agreementFigure(name, whole, ordered)),
    kappa_pairs: { defined, undefined: without, too_few_samples: tooFew },
    alpha_metric: rated.alphaMetric,
    interpretation: interpretKappa(kappa),
  };
}

/** The same gradings, restricted to holders of a credential. */
function heldBy(gradings: Gradings, credential: string): Gradings {
  const holds = gradings.raters.map(({ credentials }) => credentials.includes(credential));
  const samples = gradings.samples.map(({ id, ratings }) => ({
    id,
    ratings: ratings.filter(({ rater }) => holds[rater]),
  }));
  return { ...gradings, samples };
}

function byCredential(gradings: Gradings): RaterAgreement["by_credential"] {
  const credentials = [...new Set(gradings.raters.flatMap((rater) => rater.credentials))].toSorted();
  const summaries = credentials.map((credential) => {
    const rated = rateSamples(heldBy(gradings, credential));
    return [credential, summarize(rated, agreementEstimator(rated))] as const;
  });
  return Object.fromEntries(summaries.filter(([, { n_samples: shared }]) => shared > 0));
}

/**
 * Computes the agreement of the raters on one dimension of a rubric: all statistics of a reliability
 * response.
 *
 * Samples with a single grade count only for the chance terms of Fleiss' κ and Gwet's AC1 (Gwet's convention,
 * as in R's irrCAC). Omit them to compute chance over the multi-rated samples only. Numbers and sets of
 * options are categories if a grade contains them; for a credential, if a holder's grade does.
 *
 * If many raters share few samples per pair, a resample repeats some of these samples and lowers the mean
 * kappas. Their intervals can then lie below the value; the other statistics do not have this bias.
 *
 * The time grows with the pairs of grades on one sample: 10,000 samples by 5 raters on a scale of 0 to 10
 * take about 1 s.
 *
 * @param gradings in any order; the result is identical to the last bit.
 * @param seed of the resamples behind the intervals; the same text gives the same intervals.
 * @returns every statistic with its interval; undefined ones are `null` with a reason. Percentages are 0-100,
 *   the others at most 1.
 * @throws {RangeError} if a sample or a rater is listed twice, a rater grades a sample twice or is not
 *   listed, the scale contains a value twice, or a grade is outside the scale.
 */
export function raterAgreement(gradings: Gradings, seed: string): RaterAgreement {
  const rated = rateSamples(gradings);
  const estimator = agreementEstimator(rated);
  const summary = summarize(rated, estimator);
  const intervals =
    summary.n_samples < 2
      ? null
      : resampledIntervals((times) => estimator.estimate(times).values, rated.samples.length, textSeed(seed));
  return {
    ...summary,
    ...record(agreementStatistics, (name): AgreementEstimate => {
      const { value, reason } = summary[name];
      return { value, reason, ci95: value === null ? null : (intervals?.[name] ?? null) };
    }),
    by_pair: pairAgreement(rated, estimator.pairs, once(rated)),
    by_category: categoryAgreement(rated),
    by_credential: byCredential(gradings),
  };
}
