import type { Evaluator, Outcome, SampleCase, Unscored } from "./evaluator.ts";
import { Unreadable } from "./read-list.ts";

/** One sample's result by a pass-or-fail rule: the score, or the reason for skipping the sample. */
export type PassFail =
  | {
      /** From 0 to 100. */
      score: number;
      passed: boolean;
      /** A short code; null if the sample is not flagged. */
      flag_reason: string | null;
      details: Record<string, unknown>;
    }
  | {
      /** A short code, such as `missing_expected`. */
      skipped: string;
      /** The reason as a human-readable sentence. */
      sentence: string;
    };

const unscored = (status: Unscored["status"], reason: string, sentence = reason): Unscored => ({
  status,
  reason,
  details: { reason: sentence },
  tally: null,
});

function outcomeOf(result: PassFail): Outcome {
  if ("skipped" in result) return unscored("skipped", result.skipped, result.sentence);
  const { score, passed, flag_reason, details } = result;
  return {
    status: "scored",
    score,
    passed,
    flagged: flag_reason !== null,
    flag_reason,
    classification: passed ? "passed" : "failed",
    details,
    tally: null,
  };
}

/** Scores an unreadable output as wrong. Excluding it would raise the mean. */
const invalidOutput = (sentence: string): Outcome =>
  outcomeOf({ score: 0, passed: false, flag_reason: "invalid_output", details: { reason: sentence } });

/**
 * Creates an evaluator whose distribution counts `passed` and `failed`. A sample without output is skipped
 * (`missing_output`).
 *
 * @param evaluateSample evaluates one sample; called only if the sample has an output. If it throws
 *   `Unreadable` for the output, the sample scores 0 and is flagged `invalid_output`. If it throws
 *   `Unreadable` for another part of the sample, the sample errors with the message of the error.
 */
export function passOrFail<Config>(
  type: string,
  evaluateSample: (config: Config, sample: SampleCase) => PassFail,
): Evaluator<Config> {
  return {
    type,
    classifications: ["passed", "failed"],
    evaluate(config, sample) {
      if (sample.output === null || sample.output === undefined)
        return unscored("skipped", "missing_output", "The sample has no output.");
      try {
        return outcomeOf(evaluateSample(config, sample));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return error.inOutput ? invalidOutput(error.message) : unscored("errored", error.message);
      }
    },
    unscored: (_config, _sample, status, reason) => unscored(status, reason),
  };
}
