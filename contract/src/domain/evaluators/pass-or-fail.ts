import type { Evaluator, Outcome, SampleCase, Unscored } from "./evaluator.ts";
import {
  isMissingOutput,
  type MissingOutputConfig,
  missingOutputReason,
  missingOutputSentence,
  scoredAsMissing,
} from "./missing-output.ts";
import { Unreadable } from "./reading/read-list.ts";

/** The reason for skipping a sample, which depends only on what the sample expects. */
export interface SkippedCase {
  /** A short code, such as `missing_expected`. */
  skipped: string;
  /** The reason as a human-readable sentence. */
  sentence: string;
}

/** The score of one sample by a pass-or-fail rule. */
export interface PassFail {
  /** From 0 to 100. */
  score: number;
  passed: boolean;
  /** A short code; null if the sample is not flagged. */
  flag_reason: string | null;
  details: Record<string, unknown>;
}

/** A rule whose distribution counts `passed` and `failed`. */
export interface PassFailRule<Config, Expected extends object> {
  type: string;
  /**
   * Reads what a sample expects, or the reason for skipping the sample.
   *
   * @throws {Unreadable} if the expectation cannot be read; the sample then errors.
   */
  readExpected(config: Config, sample: SampleCase): Expected | SkippedCase;
  /**
   * Scores an output, which is not missing.
   *
   * @throws {Unreadable} if the output cannot be read; the sample then scores 0.
   */
  scoreOutput(config: Config, expected: Expected, output: unknown): PassFail;
}

const unscored = (status: Unscored["status"], reason: string, sentence = reason): Unscored => ({
  status,
  reason,
  details: { reason: sentence },
  tally: null,
});

const outcomeOf = ({ score, passed, flag_reason, details }: PassFail): Outcome => ({
  status: "scored",
  score,
  passed,
  flagged: flag_reason !== null,
  flag_reason,
  classification: passed ? "passed" : "failed",
  details,
  tally: null,
});

/** Scores an unreadable output as wrong. Excluding it would raise the mean. */
const invalidOutput = (sentence: string): Outcome =>
  outcomeOf({ score: 0, passed: false, flag_reason: "invalid_output", details: { reason: sentence } });

const withoutOutput = ({ missing_output: option }: MissingOutputConfig): Outcome =>
  option === "fail"
    ? {
        ...scoredAsMissing,
        classification: "failed",
        details: { reason: missingOutputSentence, missing_output: true },
        tally: null,
      }
    : unscored("skipped", missingOutputReason, missingOutputSentence);

/** Returns the result of reading, or what `otherwise` returns for the message if a part is unreadable. */
function reading<Result, Fault>(read: () => Result, otherwise: (message: string) => Fault): Result | Fault {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return otherwise(error.message);
  }
}

/**
 * Creates an evaluator from a pass-or-fail rule. What the sample expects is read first. If it is missing or
 * unreadable, the sample is skipped or errored, with or without an output. A sample without an output then
 * scores 0 (`no_answer`) or is skipped (`missing_output`). An unreadable output scores 0 and is flagged
 * `invalid_output`.
 */
export function passOrFail<Config extends MissingOutputConfig, Expected extends object>(
  rule: PassFailRule<Config, Expected>,
): Evaluator<Config> {
  return {
    type: rule.type,
    classifications: ["passed", "failed"],
    evaluate(config, sample) {
      const expected = reading(
        () => rule.readExpected(config, sample),
        (message) => ({ unreadable: message }),
      );
      if ("unreadable" in expected) return unscored("errored", expected.unreadable);
      if ("skipped" in expected) return unscored("skipped", expected.skipped, expected.sentence);
      const { output } = sample;
      if (isMissingOutput(output)) return withoutOutput(config);
      return reading(() => outcomeOf(rule.scoreOutput(config, expected, output)), invalidOutput);
    },
    unscored: (_config, _sample, status, reason) => unscored(status, reason),
  };
}
