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

/**
 * A figure with its 95 % interval. The interval is `null` if the figure is undefined in more than 5 % of the
 * resamples, or if there are fewer than 2 samples.
 */
export interface AgreementEstimate extends AgreementFigure {
  ci95: [number, number] | null;
}

/** Agreement figures for a set of raters. */
export interface AgreementSummary<Figure extends AgreementFigure> extends Record<AgreementStatistic, Figure> {
  /** Number of samples graded by two or more raters. */
  n_samples: number;
  /** Number of grades, including samples with a single grade. */
  review_count: number;
  /** Number of raters with at least one grade. */
  reviewer_count: number;
  /**
   * Number of rater pairs behind the mean kappas. Pairs with an undefined kappa and pairs with fewer than two
   * shared samples do not contribute to these means.
   */
  kappa_pairs: { defined: number; undefined: number; too_few_samples: number };
  alpha_metric: AlphaMetric;
  /** The label for Cohen's κ (two raters) or Fleiss' κ (more raters); `null` if that κ is undefined. */
  interpretation: AgreementInterpretation | null;
}

/** How well the raters agree on one dimension. */
export interface RaterAgreement extends AgreementSummary<AgreementEstimate> {
  /** The pairs of raters with at least one shared sample, sorted by rater ids. */
  by_pair: PairAgreement[];
  /** Agreement by category name, in the scale's order. */
  by_category: Record<string, CategoryAgreement>;
  /** Agreement among the holders of each credential, if at least two of them share a sample. */
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

/** Returns the gradings of the raters who hold a credential. */
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
 * Computes how well the raters agree on one dimension of a rubric: all statistics in a reliability response.
 *
 * Samples with a single grade affect only the chance terms of Fleiss' κ and Gwet's AC1 (Gwet's convention, as
 * in R's irrCAC). To compute chance over the multi-rated samples only, omit samples with a single grade. For
 * numbers and sets of options, the categories are the values in the grades; for a credential, they are the
 * values in its holders' grades.
 *
 * If many raters share few samples per pair, a resample repeats some of these samples, which lowers the mean
 * kappas. Their intervals can then lie below the value. The other statistics do not have this bias.
 *
 * The run time grows with the number of grade pairs on one sample: 10,000 samples by 5 raters on a scale of 0
 * to 10 take about 1 s.
 *
 * @param gradings the gradings, in any order; the order does not change a single bit of the result.
 * @param seed the seed of the resamples behind the intervals; equal seeds give equal intervals.
 * @returns every statistic with its interval; undefined statistics are `null` with a reason. Percentages are
 *   0-100, and all other statistics are at most 1.
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
