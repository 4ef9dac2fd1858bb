import type { Evaluator, Outcome, SampleCase, Unscored } from "./evaluator.ts";
import {
  isMissingOutput,
  type MissingOutputConfig,
  missingOutputReason,
  missingOutputSentence,
  scoredAsMissing,
} from "./missing-output.ts";
import { type SampleItems, itemTally, tallyWithoutItems } from "../pooled/item-tally.ts";
import { Unreadable } from "./reading/read-list.ts";

/** The reason for skipping a sample, which depends only on what the sample expects. */
export interface SkippedCase {
  /** A short code, such as `missing_expected`. */
  skipped: string;
  /** The reason as a human-readable sentence. */
  sentence: string;
  /** Present if the sample has expected items, but none in scope. */
  isOutside?: true;
}

/** The score of one sample by a pass-or-fail rule. */
export interface PassFail {
  /** From 0 to 100. */
  score: number;
  passed: boolean;
  /** A short code; null if the sample is not flagged. */
  flag_reason: string | null;
  details: Record<string, unknown>;
  /** The items that pooled figures count; absent if the rule has no items. */
  items?: SampleItems;
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
  /**
   * Returns the items of a sample whose output is missing, invalid or not evaluated: all expected items are missed.
   * Absent if the rule has no items.
   */
  allMissed?: (config: Config, expected: Expected) => SampleItems;
}

const unscored = (
  status: Unscored["status"],
  reason: string,
  { sentence = reason, tally }: { sentence?: string; tally: string | null },
): Unscored => ({ status, reason, details: { reason: sentence }, tally });

const outcomeOf = ({ score, passed, flag_reason, details }: PassFail, tally: string | null): Outcome => ({
  status: "scored",
  score,
  passed,
  flagged: flag_reason !== null,
  flag_reason,
  classification: passed ? "passed" : "failed",
  details,
  tally,
});

/** Scores an unreadable output as wrong. Excluding it would raise the mean. */
const invalidOutput = (sentence: string, tally: string | null): Outcome =>
  outcomeOf({ score: 0, passed: false, flag_reason: "invalid_output", details: { reason: sentence } }, tally);

const withoutOutput = ({ missing_output: option }: MissingOutputConfig, tally: string | null): Outcome =>
  option === "fail"
    ? {
        ...scoredAsMissing,
        classification: "failed",
        details: { reason: missingOutputSentence, missing_output: true },
        tally,
      }
    : unscored("skipped", missingOutputReason, { sentence: missingOutputSentence, tally });

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
  const expectedBy = (config: Config, sample: SampleCase) =>
    reading(
      () => rule.readExpected(config, sample),
      (message) => ({ unreadable: message }),
    );
  const tallyOf = (
    config: Config,
    expected: ReturnType<typeof expectedBy>,
    state: "counted" | "errored",
  ): string | null => {
    if (!rule.allMissed) return null;
    if ("unreadable" in expected) return tallyWithoutItems("unknown");
    if ("skipped" in expected) return tallyWithoutItems(expected.isOutside ? "outside" : "unknown");
    return itemTally(state, rule.allMissed(config, expected));
  };
  return {
    type: rule.type,
    classifications: ["passed", "failed"],
    evaluate(config, sample) {
      const expected = expectedBy(config, sample);
      const tally = tallyOf(config, expected, "counted");
      if ("unreadable" in expected) return unscored("errored", expected.unreadable, { tally });
      if ("skipped" in expected) return unscored("skipped", expected.skipped, { ...expected, tally });
      const { output } = sample;
      if (isMissingOutput(output)) return withoutOutput(config, tally);
      return reading(
        () => {
          const score = rule.scoreOutput(config, expected, output);
          return outcomeOf(score, score.items ? itemTally("counted", score.items) : null);
        },
        (message) => invalidOutput(message, tally),
      );
    },
    unscored: (config, sample, status, reason) =>
      unscored(status, reason, {
        tally: tallyOf(config, expectedBy(config, sample), status === "errored" ? "errored" : "counted"),
      }),
  };
}
