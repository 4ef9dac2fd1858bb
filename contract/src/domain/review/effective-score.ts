import { defaultPassThreshold, type SampleResult, scoreSample } from "../evaluation/sample-score.ts";

/** The place of a sample's combined score, beside the evaluators' places from 0 on. */
export const combinedPlace = -1;

/** An override that is in force: a review's present revision says it. */
export interface ScoreOverride {
  /** Id of the review; a review has at most one. */
  review: string;
  /** The evaluator's place in the evaluation, or {@link combinedPlace}. */
  position: number;
  /** 0-100. */
  value: number;
  /** Milliseconds since 1970. */
  submittedAt: number;
  /** Of two submitted in the same millisecond the one with the larger is the later. */
  ordinal: number;
}

/** What counts in place of one evaluator's score. */
export interface EffectiveResult {
  score: number;
  passed: boolean;
  overriddenBy: string;
}

/** What counts of one sample after the reviewers have spoken. */
export interface EffectiveScores {
  /** By the evaluators' places; null: the automated score counts. */
  results: (EffectiveResult | null)[];
  /** The combined score; null where there is no automated one. */
  weighted: number | null;
  equal: number | null;
  passed: boolean | null;
  /** The review because of which the combined score is not the automated one; null: it is. */
  overriddenBy: string | null;
}

const isLater = (one: ScoreOverride, other: ScoreOverride): boolean =>
  one.submittedAt === other.submittedAt ? one.ordinal > other.ordinal : one.submittedAt > other.submittedAt;

const latestOf = (overrides: readonly ScoreOverride[]): ScoreOverride | undefined =>
  overrides.reduce<ScoreOverride | undefined>(
    (latest, one) => (latest === undefined || isLater(one, latest) ? one : latest),
    undefined,
  );

/**
 * Of several overrides of one score the one that counts: the latest submitted, in whatever order they are given.
 *
 * @returns undefined when the score is not overridden.
 */
export const countingOverride = (
  overrides: readonly ScoreOverride[],
  position: number,
): ScoreOverride | undefined => latestOf(overrides.filter((one) => one.position === position));

/**
 * Whether reviewers disagree: another review in force overrides the same score of the sample with another value.
 *
 * @param overrides all in force of the sample in the evaluation.
 * @param review whose override is asked about; without one it is in no conflict.
 */
export function isOverrideInConflict(overrides: readonly ScoreOverride[], review: string): boolean {
  const own = overrides.find((one) => one.review === review);
  return (
    own !== undefined && overrides.some((one) => one.position === own.position && one.value !== own.value)
  );
}

/**
 * Whether an overridden score passes: at 70 and above, whatever the evaluator's own rule is.
 */
const overridePasses = (value: number): boolean => value >= defaultPassThreshold;

/**
 * What counts of one sample: an overridden evaluator's score is the reviewer's, and the combined score is combined anew
 * from what counts (see `scoreSample`); an override of the combined score itself takes its place, by weight and with
 * equal weights alike.
 *
 * @param results one for each evaluator, automated, in the evaluation's order.
 * @param overrides all in force of the sample, in any order. One of an evaluator that did not score the sample, or of a
 *   combined score that there is not, changes nothing.
 */
export function effectiveScores(
  results: readonly SampleResult[],
  overrides: readonly ScoreOverride[],
): EffectiveScores {
  const counting = results.map((result, position) =>
    result.score === null ? undefined : countingOverride(overrides, position),
  );
  const sample = scoreSample(
    results.map((result, position) => {
      const override = counting[position];
      return override ? { ...result, score: override.value, passed: overridePasses(override.value) } : result;
    }),
  );
  const whole = sample.weighted === null ? undefined : countingOverride(overrides, combinedPlace);
  const ofEvaluators = latestOf(counting.filter((one) => one !== undefined));
  return {
    results: counting.map((override) =>
      override
        ? {
            score: override.value,
            passed: overridePasses(override.value),
            overriddenBy: override.review,
          }
        : null,
    ),
    weighted: whole?.value ?? sample.weighted,
    equal: whole?.value ?? sample.equal,
    passed: whole ? overridePasses(whole.value) : sample.passed,
    overriddenBy: (sample.weighted === null ? null : (whole ?? ofEvaluators)?.review) ?? null,
  };
}
