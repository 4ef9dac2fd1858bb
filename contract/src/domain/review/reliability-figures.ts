import {
  agreementReasons,
  type AgreementStatistic,
  agreementStatistics,
} from "../agreement/agreement-figures.ts";
import type { AlphaMetric, GradeScale, GradeValue } from "../agreement/grade-scale.ts";
import { iccReasons } from "../agreement/scales/icc-a1.ts";
import type { Gradings } from "../agreement/rated-samples.ts";
import { raterAgreementSteps, type RaterAgreement } from "../agreement/rater-agreement.ts";
import type { HeldGrade } from "./consensus.ts";

/** The dimension properties that agreement figures require. */
export interface GradedDimension {
  id: string;
  type: "categorical" | "scale" | "boolean" | "multi_select";
  options?: readonly { value: string | number }[] | undefined;
  /** Whether the order of the options has a meaning; absent means that it does not. */
  ordered?: boolean | undefined;
}

/** One reviewer's grade for one sample on the dimension. */
export interface DimensionGrade {
  sample: { id: string; externalId: string | null };
  reviewer: { id: string; name: string; credentials: readonly string[] };
  /** Null if the sample was marked as not assessable. Such grades are ignored. */
  value: HeldGrade;
  /**
   * Whether the grade was given blind: the task was blind, and the reviewer had not yet had access to any
   * results for the sample.
   */
  blind: boolean;
  /** Whether the grade was imported, and not recorded by Assay. */
  imported: boolean;
  /** Time of submission, in milliseconds since 1970. */
  submittedAt: number;
}

type PerStatistic<T> = Record<AgreementStatistic, T>;

const record = <T>(valueOf: (name: AgreementStatistic) => T): PerStatistic<T> =>
  // Safe: the object has exactly one entry for each statistic.
  Object.fromEntries(agreementStatistics.map((name) => [name, valueOf(name)])) as PerStatistic<T>;

/** Returns the scale of a dimension's grades. */
export function scaleOf({ type, options = [], ordered = false }: GradedDimension): GradeScale {
  const values = options.map(({ value }) => value);
  if (type === "categorical") return { type, values, ordered };
  return type === "multi_select" ? { type, values } : { type };
}

/** Returns a sort key for samples and raters that does not depend on the storage order. */
const named = (name: string | null, id: string): string => `${name ?? ""}\u0000${id}`;

/**
 * Returns the grade that counts for each reviewer and sample. This is the first blind grade, because a
 * reviewer who has submitted a review may have seen the other reviews. If no grade is blind, it is the last
 * grade. An imported grade counts only if Assay recorded no grade, not even one that is not assessable.
 */
export function countedGrades<Grade extends DimensionGrade>(grades: readonly Grade[]): Grade[] {
  const recorded = new Set(grades.filter(({ imported }) => !imported).map(keyOf));
  const counted = new Map<string, Grade>();
  for (const grade of grades) {
    const key = keyOf(grade);
    if (grade.value === null || (grade.imported && recorded.has(key))) continue;
    const before = counted.get(key);
    if (!before || precedes(grade, before)) counted.set(key, grade);
  }
  return [...counted.values()];
}

const keyOf = ({ sample, reviewer }: DimensionGrade): string => `${sample.id} ${reviewer.id}`;

function precedes(grade: DimensionGrade, other: DimensionGrade): boolean {
  if (grade.blind !== other.blind) return grade.blind;
  return grade.blind ? grade.submittedAt < other.submittedAt : grade.submittedAt > other.submittedAt;
}

/** Returns the properties of each reviewer as of the reviewer's last grade among these. */
function latestReviewers(grades: readonly DimensionGrade[]): Map<string, DimensionGrade["reviewer"]> {
  const latest = new Map<string, DimensionGrade>();
  for (const grade of grades) {
    const before = latest.get(grade.reviewer.id);
    const isLater = !before || grade.submittedAt > before.submittedAt;
    // If two grades have the same time, the grade of the sample with the greater name applies, so that the
    // row order does not matter.
    const isTied = before?.submittedAt === grade.submittedAt;
    if (isLater || (isTied && nameOf(grade) > nameOf(before))) latest.set(grade.reviewer.id, grade);
  }
  return new Map([...latest].map(([id, { reviewer }]) => [id, reviewer]));
}

const nameOf = ({ sample }: DimensionGrade): string => named(sample.externalId, sample.id);

/** Grades in the form that the agreement figures require. */
export interface MeasuredGrades {
  gradings: Gradings;
  /** Ids of the reviewers by the raters' names in the gradings. */
  idOf: ReadonlyMap<string, string>;
  /** Number of samples that two or more reviewers graded. */
  multiRated: number;
  /** Number of pairs of grades on the same sample, on which the work grows. */
  pairs: number;
}

/**
 * Selects the grades that count, and counts the work of measuring their agreement.
 *
 * @param grades the grades in any order.
 */
export function measuredGrades(
  dimension: GradedDimension,
  grades: readonly DimensionGrade[],
): MeasuredGrades {
  const { gradings, idOf } = gradingsOf(dimension, countedGrades(grades));
  const sizes = gradings.samples.map(({ ratings }) => ratings.length);
  return {
    gradings,
    idOf,
    multiRated: sizes.filter((size) => size > 1).length,
    pairs: sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0),
  };
}

function gradingsOf(dimension: GradedDimension, grades: readonly DimensionGrade[]) {
  const idOf = new Map<string, string>();
  const reviewers = latestReviewers(grades);
  const indexes = new Map<string, number>();
  const raters: { id: string; credentials: readonly string[] }[] = [];
  const samples = new Map<string, { id: string; ratings: { rater: number; value: GradeValue }[] }>();
  for (const { sample, reviewer, value } of grades) {
    if (value === null) continue;
    let rater = indexes.get(reviewer.id);
    if (rater === undefined) {
      rater = raters.length;
      indexes.set(reviewer.id, rater);
      const id = named(reviewer.name, reviewer.id);
      raters.push({ id, credentials: reviewers.get(reviewer.id)?.credentials ?? [] });
      idOf.set(id, reviewer.id);
    }
    const graded = samples.get(sample.id) ?? { id: named(sample.externalId, sample.id), ratings: [] };
    graded.ratings.push({ rater, value });
    samples.set(sample.id, graded);
  }
  const gradings: Gradings = { scale: scaleOf(dimension), raters, samples: [...samples.values()] };
  return { gradings, idOf };
}

const valuesOf = (summary: Readonly<PerStatistic<{ value: number | null }>>) =>
  record((name) => summary[name].value);

/** Maximum number of rater pairs in a response. */
const maxPairs = 5000;

const pairsWithMostSamples = (pairs: RaterAgreement["by_pair"]): RaterAgreement["by_pair"] =>
  pairs.length <= maxPairs
    ? pairs
    : pairs.toSorted((one, other) => other.n_samples - one.n_samples).slice(0, maxPairs);

function byPair({ by_pair: pairs }: RaterAgreement, { idOf }: MeasuredGrades) {
  return pairsWithMostSamples(pairs).map(
    ({ raters: [first, second], reason, weighted_reason: weightedReason, ...pair }) => {
      const why = reason ?? weightedReason;
      return {
        reviewers: [idOf.get(first) ?? first, idOf.get(second) ?? second] as [string, string],
        n_samples: pair.n_samples,
        percent_agreement: pair.percent_agreement,
        cohens_kappa: pair.cohens_kappa,
        weighted_kappa: pair.weighted_kappa,
        reason: why && agreementReasons[why],
        bland_altman: pair.bland_altman,
      };
    },
  );
}

const amongCredential = (summary: RaterAgreement["by_credential"][string]) => ({
  n_samples: summary.n_samples,
  reviewer_count: summary.reviewer_count,
  ...valuesOf(summary),
});

function iccToWire({ icc_a1: icc }: RaterAgreement) {
  return icc && { ...icc, reason: icc.reason && iccReasons[icc.reason] };
}

/**
 * Computes a dimension's figures for the response of `POST /v1/reviews/reliability`. The generator pauses
 * between slices of work.
 *
 * Samples with a single grade affect the chance terms only. The result is identical to the last bit, even if
 * samples and reviewers with the same names are created again under new ids.
 *
 * @param measured the grades that count; at least two samples are multi-rated.
 * @param metric the distance that Krippendorff's α uses; by default the distance for the dimension's type.
 * @throws {RangeError} if a grade is outside the dimension's scale. This does not occur for submitted
 *   reviews, which are validated.
 */
export function* reliabilityFigures(measured: MeasuredGrades, metric: AlphaMetric | undefined) {
  const agreement = yield* raterAgreementSteps(measured.gradings, metric);
  return {
    ...valuesOf(agreement),
    alpha_metric: agreement.alpha_metric,
    interpretation: agreement.interpretation,
    interpretation_of: agreement.interpretation_of,
    reasons: record((name) => {
      const { reason } = agreement[name];
      return reason && agreementReasons[reason];
    }),
    ci95: record((name) => agreement[name].ci95),
    resamples: agreement.resamples,
    icc_a1: iccToWire(agreement),
    n_samples: agreement.n_samples,
    review_count: agreement.review_count,
    reviewer_count: agreement.reviewer_count,
    pair_count: agreement.kappa_pairs.defined + agreement.kappa_pairs.undefined,
    undefined_pairs: agreement.kappa_pairs.undefined,
    by_category: agreement.by_category,
    by_pair: byPair(agreement, measured),
    by_credential: Object.fromEntries(
      Object.entries(agreement.by_credential).map(([credential, summary]) => [
        credential,
        amongCredential(summary),
      ]),
    ),
  };
}
