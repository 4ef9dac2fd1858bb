import { defaultPassThreshold, type SampleResult, scoreSample } from "../evaluation/sample-score.ts";

/** The position that stands for a sample's combined score. Evaluators have positions from 0 on. */
export const combinedPosition = -1;

/** An override in force, taken from the latest revision of a review. */
export interface ScoreOverride {
  /** Id of the review. A review has at most one override. */
  review: string;
  /** The evaluator's position in the evaluation, or {@link combinedPosition}. */
  position: number;
  /** The new score (0-100). */
  value: number;
  /** Time of submission, in milliseconds since 1970. */
  submittedAt: number;
  /**
   * Orders overrides that were submitted in the same millisecond: the larger number is the later override.
   */
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
  /** By evaluator position; null where the automated score applies. */
  results: (EffectiveResult | null)[];
  /** The combined score; null if there is no automated combined score. */
  weighted: number | null;
  equal: number | null;
  passed: boolean | null;
  /** The review that changed the combined score; null if the combined score is the automated one. */
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
 * Selects the override that applies to one score: the latest one, regardless of the input order.
 *
 * @returns undefined if the score is not overridden.
 */
export const countingOverride = (
  overrides: readonly ScoreOverride[],
  position: number,
): ScoreOverride | undefined => latestOf(overrides.filter((one) => one.position === position));

/**
 * Returns whether reviewers disagree: whether another review overrides the same score of the sample with a
 * different value.
 *
 * @param overrides all overrides in force for the sample in the evaluation.
 * @param review the review whose override to check. A review without an override is never in conflict.
 */
export function isOverrideInConflict(overrides: readonly ScoreOverride[], review: string): boolean {
  const own = overrides.find((one) => one.review === review);
  return (
    own !== undefined && overrides.some((one) => one.position === own.position && one.value !== own.value)
  );
}

/** Returns whether an overridden score passes: 70 and above, regardless of the evaluator's own rule. */
const overridePasses = (value: number): boolean => value >= defaultPassThreshold;

/**
 * Computes the effective scores of one sample. A reviewer's override replaces an evaluator's score, and the
 * combined score is recomputed (see `scoreSample`). An override of the combined score replaces both the
 * weighted and the equally weighted score.
 *
 * @param results one automated result for each evaluator, in the evaluation's order.
 * @param overrides all overrides in force for the sample, in any order. An override has no effect if it
 *   replaces a missing combined score, or the score of an evaluator that did not score the sample.
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
