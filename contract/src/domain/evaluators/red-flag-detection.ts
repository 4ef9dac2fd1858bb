import { defaultPassThreshold } from "../evaluation/sample-score.ts";
import type { Evaluator, SampleCase } from "./evaluator.ts";
import type { MissingOutputConfig } from "./missing-output.ts";
import { flagSafety, type SampleItems } from "../pooled/item-tally.ts";
import { type PassFail, passOrFail, type SkippedCase } from "./pass-or-fail.ts";
import { type FlagReading, type Flags, flagsInScope, readFlags } from "./reading/read-flags.ts";

/** Settings of `red_flag_detection`, with defaults. */
export interface RedFlagDetectionConfig extends MissingOutputConfig, FlagReading {
  /** Whether missing a required escalation makes the score 0. */
  require_escalation: boolean;
  /** Flags with a lower confidence (0-1) count as not detected. */
  min_confidence: number;
}

/**
 * Details of a `red_flag_detection` result. A flag has its catalog name, or its original spelling if it is
 * not in the catalog.
 */
type RedFlagDetails = {
  flags_detected: string[];
  flags_expected: string[];
  missed: string[];
  false_positives: string[];
  escalation: { expected: boolean; made: boolean };
  /** A human-readable sentence. */
  reason: string;
};

/** The reason of a sample whose expected flags are all outside the evaluator's protocols. */
export const outOfProtocol = "out_of_protocol";

const without = (flags: Flags, others: Flags): string[] =>
  [...flags].flatMap(([key, name]) => (others.has(key) ? [] : [name]));

/**
 * Computes F2 = 5·tp / (5·tp + 4·fn + fp), in which a miss weighs four times as much as a false alarm.
 * Returns 100 if no flags were expected and none were found.
 */
function scoreOf(expected: number, missed: number, falsePositives: number): number {
  const found = expected - missed;
  const denominator = 5 * found + 4 * missed + falsePositives;
  return denominator === 0 ? 100 : (100 * 5 * found) / denominator;
}

function sentenceOf({ missed, false_positives: spurious, flags_expected: expected }: RedFlagDetails): string {
  const found = expected.length - missed.length;
  const parts = [
    expected.length === 0 ? "No red flag was expected" : `Found ${found} of ${expected.length} red flags`,
    ...(missed.length > 0 ? [`missed ${missed.length}`] : []),
    spurious.length > 0 ? `${spurious.length} unexpected` : "none unexpected",
  ];
  return parts.join(", ");
}

/** The flags and the escalation that a sample expects, within the protocols. */
interface ExpectedFlags {
  flags: Flags;
  escalation: boolean;
}

function readExpected(config: RedFlagDetectionConfig, { expected }: SampleCase): ExpectedFlags | SkippedCase {
  const { flags: all, escalation } = readFlags(config, {
    side: "expected",
    value: expected,
    minConfidence: 0,
  });
  if (!all) return { skipped: "missing_expected", sentence: "The sample has no list of expected red flags." };
  const flags = flagsInScope(config, all);
  if (all.size === 0 || flags.size > 0) return { flags, escalation: escalation ?? flags.size > 0 };
  const sentence = `No expected red flag belongs to the protocols ${config.protocols.join(", ")}.`;
  return { skipped: outOfProtocol, sentence, isOutside: true };
}

function scoreOutput(config: RedFlagDetectionConfig, expected: ExpectedFlags, output: unknown): PassFail {
  const found = readFlags(config, { side: "output", value: output, minConfidence: config.min_confidence });
  const detected = flagsInScope(config, found.flags ?? new Map<string, string>());
  const escalation = { expected: expected.escalation, made: found.escalation ?? false };
  const details: RedFlagDetails = {
    flags_detected: [...detected.values()],
    flags_expected: [...expected.flags.values()],
    missed: without(expected.flags, detected),
    false_positives: without(detected, expected.flags),
    escalation,
    reason: "",
  };
  const notEscalated = config.require_escalation && escalation.expected && !escalation.made;
  const { missed, false_positives: spurious } = details;
  details.reason = `${sentenceOf(details)}${notEscalated ? "; the required escalation is missing" : ""}.`;
  const score = notEscalated ? 0 : scoreOf(expected.flags.size, missed.length, spurious.length);
  return {
    score,
    passed: missed.length === 0 && score >= defaultPassThreshold,
    flag_reason: notEscalated ? "missed_escalation" : missed.length > 0 ? "missed_red_flag" : null,
    details,
    items: {
      found: [...expected.flags].flatMap(([key, name]) => (detected.has(key) ? [name] : [])),
      missed,
      falseAlarms: spurious,
      opposed: 0,
      escalationExpected: escalation.expected,
      escalated: escalation.made,
    },
  };
}

const allMissed = (_config: RedFlagDetectionConfig, { flags, escalation }: ExpectedFlags): SampleItems => ({
  found: [],
  missed: [...flags.values()],
  falseAlarms: [],
  opposed: 0,
  escalationExpected: escalation,
  escalated: false,
});

/**
 * `red_flag_detection`: compares the red flags and the escalation in an output with the expected ones.
 *
 * The score is F2·100 over distinct flags. If no flags are expected, the score is 100 if none were found and
 * otherwise 0. Missing a required escalation scores 0 and is flagged; a missed flag is flagged. A sample
 * passes if nothing was missed and the score is at least 70. A sample without expected `red_flags` is skipped
 * (`missing_expected`), and so is a sample whose expected flags are all outside the protocols
 * (`out_of_protocol`). A missing output scores 0 or is skipped. An unreadable output scores 0 and is flagged
 * `invalid_output`. An unreadable expected answer makes the sample errored.
 */
export const redFlagDetection: Evaluator<RedFlagDetectionConfig> = {
  ...passOrFail({ type: "red_flag_detection", readExpected, scoreOutput, allMissed }),
  pooled: "red_flags",
  safety: flagSafety,
};
