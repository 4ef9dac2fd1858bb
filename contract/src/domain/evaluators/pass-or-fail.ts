import type { Evaluator, Outcome, SampleCase, Unscored } from "./evaluator.ts";
import { Unreadable } from "./read-list.ts";

/** What a rule that passes or fails samples says of one: how it scores, or why it cannot be compared with anything. */
export type PassFail =
  | {
      /** 0-100. */
      score: number;
      passed: boolean;
      /** A short code; null: not flagged. */
      flag_reason: string | null;
      details: Record<string, unknown>;
    }
  | {
      /** A short code, such as `missing_expected`. */
      skipped: string;
      /** The same for people. */
      sentence: string;
    };

const unscored = (status: Unscored["status"], reason: string, sentence = reason): Unscored => ({
  status,
  reason,
  details: { reason: sentence },
  tally: null,
});

function outcomeOf(judgement: PassFail): Outcome {
  if ("skipped" in judgement) return unscored("skipped", judgement.skipped, judgement.sentence);
  const { score, passed, flag_reason, details } = judgement;
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

/** An answer that cannot be read is a wrong one: left out of the mean, it would raise it. */
const invalidOutput = (sentence: string): Outcome =>
  outcomeOf({ score: 0, passed: false, flag_reason: "invalid_output", details: { reason: sentence } });

/**
 * An evaluator whose distribution counts `passed` and `failed`.
 *
 * @param judge is not asked about a sample without output, which is skipped (`missing_output`); where it throws
 *   `Unreadable` the sample scores 0, flagged
 *   `invalid_output`, when that is the output's fault, and else errors, with that sentence.
 */
export function passOrFail<Config>(
  type: string,
  judge: (config: Config, sample: SampleCase) => PassFail,
): Evaluator<Config> {
  return {
    type,
    classifications: ["passed", "failed"],
    evaluate(config, sample) {
      if (sample.output === null || sample.output === undefined)
        return unscored("skipped", "missing_output", "There is no output to score.");
      try {
        return outcomeOf(judge(config, sample));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return error.inOutput ? invalidOutput(error.message) : unscored("errored", error.message);
      }
    },
    unscored: (_config, _sample, status, reason) => unscored(status, reason),
  };
}
