/** The ways to treat a sample without an output: as a wrong answer, or as a sample without a score. */
export const missingOutputOptions = ["fail", "skip"] as const;

/** One of {@link missingOutputOptions}. */
export type MissingOutputOption = (typeof missingOutputOptions)[number];

/** The setting for missing outputs, which every evaluator has. */
export interface MissingOutputConfig {
  /**
   * If present, a sample without an output scores 0. If absent, the sample is skipped, as in evaluations that
   * earlier releases stored.
   */
  missing_output?: "fail";
}

/**
 * Returns the setting of an evaluator for missing outputs.
 *
 * @param own the evaluator's own setting; undefined if it has none.
 * @param common the evaluation's setting, which applies to evaluators without their own.
 */
export const missingOutputConfig = (
  own: MissingOutputOption | undefined,
  common: MissingOutputOption,
): MissingOutputConfig => ((own ?? common) === "fail" ? { missing_output: "fail" } : {});

/** Returns whether an output is missing. An empty object is an output. */
export const isMissingOutput = (output: unknown): output is null | undefined =>
  output === null || output === undefined;

/** The reason of a sample that is skipped because it has no output. */
export const missingOutputReason = "missing_output";

/** A missing output in details, as a sentence. */
export const missingOutputSentence = "The sample has no output.";

/** The common part of the outcome of a sample that scores 0 because it has no output. */
export const scoredAsMissing = {
  status: "scored" as const,
  score: 0,
  passed: false,
  flagged: true,
  flag_reason: "no_answer",
};
