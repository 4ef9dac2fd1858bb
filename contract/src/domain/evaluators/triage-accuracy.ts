import { counted } from "../values/counted.ts";
import { summarizeTriage } from "../triage/triage-summary.ts";
import { triageSafety } from "../triage/triage-safety.ts";
import { levelOf, type LevelReading, placeOfLevel, readLevel, textOf } from "../triage/read-level.ts";
import { triageTally, type TriageResponse } from "../triage/triage-tally.ts";
import type { Evaluator, Outcome, SampleCase, Scored, Unscored } from "./evaluator.ts";
import {
  isMissingOutput,
  type MissingOutputConfig,
  missingOutputReason,
  missingOutputSentence,
  scoredAsMissing,
} from "./missing-output.ts";

/** Settings of `triage_accuracy`, with defaults. */
export interface TriageAccuracyConfig extends MissingOutputConfig, LevelReading {
  /** Penalty for each level of distance, as a share of the whole scale; each weight is at least 0. */
  severity_weights: { under_triage: number; over_triage: number };
  /** Whether a sample without an expected level is errored instead of skipped. */
  require_expected: boolean;
}

/** The classification of a scored sample. */
export type TriageClassification = "correct" | "under_triage" | "over_triage" | "no_answer" | "invalid_level";

/** Details of a `triage_accuracy` result, with the same keys for every status. */
type TriageDetails = {
  /** The output's level as text; `null` if it has none. */
  predicted: string | null;
  /** The expected level as text; `null` if there is none. */
  expected: string | null;
  /** `null` unless scored. */
  classification: TriageClassification | null;
  /** Number of levels between output and expectation; `null` unless both are on the scale. */
  distance: number | null;
  /** Points deducted from 100 for the distance; `null` unless both levels are on the scale. */
  severity_penalty: number | null;
  /** A human-readable sentence. */
  reason: string;
  /** Present if the sample scores 0 because it has no output. */
  missing_output?: true;
};

function unscoredSample(
  config: TriageAccuracyConfig,
  sample: SampleCase,
  { status, reason, sentence }: { status: Unscored["status"]; reason: string; sentence: string },
): Unscored {
  const expected = readLevel(config, "expected", sample.expected);
  const details: TriageDetails = {
    predicted: textOf(readLevel(config, "output", sample.output)),
    expected: textOf(expected),
    classification: null,
    distance: null,
    severity_penalty: null,
    reason: sentence,
  };
  // A skipped sample counts as `missing_output`, which is never a correct response.
  const kind = status === "errored" ? "errored" : "missing_output";
  return { status, reason, details, tally: triageTally({ expected: levelOf(expected), answer: { kind } }) };
}

/**
 * Scores a response without a known level as 0. The response counts as neither under-triage nor over-triage.
 */
function scoredWithoutLevel(
  expected: string,
  predicted: string | null,
  { kind, reason }: { kind: "no_answer" | "invalid_level"; reason: string },
): Scored {
  const details: TriageDetails = {
    predicted,
    expected,
    classification: kind,
    distance: null,
    severity_penalty: null,
    reason,
  };
  return {
    status: "scored",
    score: 0,
    passed: false,
    flagged: true,
    flag_reason: kind,
    classification: kind,
    details,
    tally: triageTally({ expected, answer: { kind } }),
  };
}

function sentenceOf(predicted: string, expected: string, offset: number): string {
  if (offset === 0) return `Answered ${predicted}, as expected.`;
  const levels = counted(Math.abs(offset), "level");
  return `Answered ${predicted} where ${expected} was expected: ${levels} too ${offset > 0 ? "low" : "high"}.`;
}

function classify(offset: number): "correct" | "under_triage" | "over_triage" {
  if (offset === 0) return "correct";
  return offset > 0 ? "under_triage" : "over_triage";
}

/** Computes 100·(1 − min(1, w·d / (L − 1))), where d is the distance in levels and L the number of levels. */
function scoredWithLevel(
  { levels, severity_weights }: TriageAccuracyConfig,
  expected: { level: string; position: number },
  predicted: { level: string; position: number },
): Scored {
  const offset = predicted.position - expected.position;
  const distance = Math.abs(offset);
  const classification = classify(offset);
  const weight = classification === "correct" ? 0 : severity_weights[classification];
  const penalty = Math.min(1, (weight * distance) / (levels.length - 1));
  const details: TriageDetails = {
    predicted: predicted.level,
    expected: expected.level,
    classification,
    distance,
    severity_penalty: 100 * penalty,
    reason: sentenceOf(predicted.level, expected.level, offset),
  };
  const answer: TriageResponse = { kind: "level", level: predicted.level };
  return {
    status: "scored",
    score: 100 * (1 - penalty),
    passed: offset === 0,
    flagged: classification === "under_triage",
    flag_reason: classification === "under_triage" ? classification : null,
    classification,
    details,
    tally: triageTally({ expected: expected.level, answer }),
  };
}

function withoutExpected(config: TriageAccuracyConfig, sample: SampleCase): Unscored {
  if (!config.require_expected) {
    const sentence = "The sample has no expected triage level.";
    return unscoredSample(config, sample, { status: "skipped", reason: "missing_expected", sentence });
  }
  const sentence =
    `The sample has no expected triage level; ${placeOfLevel("expected", config)} must be one of ` +
    `${config.levels.join(", ")}, or require_expected must be false.`;
  return unscoredSample(config, sample, { status: "errored", reason: sentence, sentence });
}

function withoutOutput(
  config: TriageAccuracyConfig,
  sample: SampleCase,
  expected: { level: string },
): Outcome {
  const sentence = missingOutputSentence;
  if (config.missing_output !== "fail")
    return unscoredSample(config, sample, { status: "skipped", reason: missingOutputReason, sentence });
  const { level } = expected;
  const details: TriageDetails = {
    predicted: null,
    expected: level,
    classification: "no_answer",
    distance: null,
    severity_penalty: null,
    reason: sentence,
    missing_output: true,
  };
  const tally = triageTally({ expected: level, answer: { kind: "missing_output" } });
  return { ...scoredAsMissing, classification: "no_answer", details, tally };
}

function evaluate(config: TriageAccuracyConfig, sample: SampleCase): Outcome {
  const expected = readLevel(config, "expected", sample.expected);
  if (expected.kind === "none") return withoutExpected(config, sample);
  const scale = config.levels.join(", ");
  if (expected.kind === "outside") {
    const sentence = `The expected triage level is "${expected.text}"; it must be one of ${scale}.`;
    return unscoredSample(config, sample, { status: "errored", reason: sentence, sentence });
  }
  if (isMissingOutput(sample.output)) return withoutOutput(config, sample, expected);
  const predicted = readLevel(config, "output", sample.output);
  if (predicted.kind === "level") return scoredWithLevel(config, expected, predicted);
  if (predicted.kind === "none") {
    const reason = `Answered no triage level where ${expected.level} was expected.`;
    return scoredWithoutLevel(expected.level, null, { kind: "no_answer", reason });
  }
  const reason = `Answered "${predicted.text}" where ${expected.level} was expected; the levels are ${scale}.`;
  return scoredWithoutLevel(expected.level, predicted.text, { kind: "invalid_level", reason });
}

/**
 * `triage_accuracy`: compares `output.triage_level` with `expected.triage_level` on an ordered scale, or the
 * values at other paths. An output or expectation that is a text or number is the level itself. Levels match by
 * number, by folded name or by alias.
 *
 * The score (0-100) depends on distance and direction. A sample passes only if the level is exact.
 * Under-triage, a missing level and an unknown level are flagged. A sample without an expected level is errored
 * or skipped (`missing_expected`), depending on `require_expected`. An expected level outside the scale makes
 * the sample errored. Otherwise, a missing output scores 0 or is skipped (`missing_output`).
 */
export const triageAccuracy: Evaluator<TriageAccuracyConfig> = {
  type: "triage_accuracy",
  classifications: ["correct", "under_triage", "over_triage"],
  evaluate,
  unscored: (config, sample, status, reason) =>
    unscoredSample(config, sample, { status, reason, sentence: reason }),
  summarize: summarizeTriage,
  safety: triageSafety,
};
