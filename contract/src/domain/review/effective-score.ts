import { defaultPassThreshold, type SampleResult, scoreSample } from "../evaluation/sample-score.ts";

/** The index of a sample's combined score; evaluators have indexes from 0 on. */
export const combinedPosition = -1;

/** An override in force, from a review's latest revision. */
export interface ScoreOverride {
  /** Id of the review; a review has at most one. */
  review: string;
  /** The evaluator's index in the evaluation, or {@link combinedPosition}. */
  position: number;
  /** 0-100. */
  value: number;
  /** Milliseconds since 1970. */
  submittedAt: number;
  /** Of two in the same millisecond the one with the larger number is the later. */
  ordinal: number;
}

/** The value that replaces one evaluator's score. */
export interface EffectiveResult {
  score: number;
  passed: boolean;
  overriddenBy: string;
}

/** The effective scores of one sample, with reviewers' overrides. */
export interface EffectiveScores {
  /** By the evaluators' indexes; null: the automated score applies. */
  results: (EffectiveResult | null)[];
  /** The combined score; null without an automated one. */
  weighted: number | null;
  equal: number | null;
  passed: boolean | null;
  /** The review that changed the combined score; null: the combined score is the automated one. */
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
 * Selects the override in force of one score: the latest submitted, whatever the input order.
 *
 * @returns undefined if the score is not overridden.
 */
export const countingOverride = (
  overrides: readonly ScoreOverride[],
  position: number,
): ScoreOverride | undefined => latestOf(overrides.filter((one) => one.position === position));

/**
 * Whether reviewers disagree: another review in force overrides the same score of the sample with another
 * value.
 *
 * @param overrides all in force of the sample in the evaluation.
 * @param review whose override to check; a review without an override is in no conflict.
 */
export function isOverrideInConflict(overrides: readonly ScoreOverride[], review: string): boolean {
  const own = overrides.find((one) => one.review === review);
  return (
    own !== undefined && overrides.some((one) => one.position === own.position && one.value !== own.value)
  );
}

/** Whether an overridden score passes: at 70 and above, whatever the evaluator's own rule. */
const overridePasses = (value: number): boolean => value >= defaultPassThreshold;

/**
 * Computes the effective scores of one sample. A reviewer's override replaces an evaluator's score, and the
 * combined score is recomputed (see `scoreSample`). An override of the combined score replaces the weighted
 * and the equally weighted score.
 *
 * @param results one for each evaluator, automated, in the evaluation's order.
 * @param overrides all in force of the sample, in any order. An override of an evaluator that did not score
 *   the sample, or of a missing combined score, has no effect.
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
  const whole = sample.weighted === null ? undefined : countingOverride(overrides, combinedPosition);
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
