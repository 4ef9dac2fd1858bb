import { defaultPassThreshold } from "../evaluation/sample-score.ts";
import type { Evaluator, SampleCase } from "./evaluator.ts";
import { foldName } from "./reading/fold-name.ts";
import type { MissingOutputConfig } from "./missing-output.ts";
import { type PassFail, passOrFail, type SkippedCase } from "./pass-or-fail.ts";
import { flagNamed, flagsOfProtocols } from "./protocols.ts";
import { asText } from "./reading/as-text.ts";
import { flagOf, listOf, memberOf, nameAt, Unreadable } from "./reading/read-list.ts";

/** Settings of `red_flag_detection`, with defaults. */
export interface RedFlagDetectionConfig extends MissingOutputConfig {
  /** If not empty, only the flags in these protocols are evaluated. */
  protocols: readonly string[];
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

/** Flags by their comparison key; the value is the text to show. */
type Flags = ReadonlyMap<string, string>;

const oneFlag = "a flag's name, or {flag, confidence}";

function readFlag(item: unknown, place: string): { name: string; confidence: number } {
  if (typeof item !== "object" || item === null) return { name: nameAt(item, place, oneFlag), confidence: 1 };
  const name = nameAt(memberOf(item, "flag"), `${place}.flag`);
  const confidence = memberOf(item, "confidence") ?? 1;
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1))
    throw new Unreadable(`${place}.confidence`, confidence, "a number from 0 to 1");
  return { name, confidence };
}

/**
 * Returns the distinct flags of an output or of an expected answer that have the minimum confidence; undefined
 * if it has no list of flags.
 */
function readFlags(side: "output" | "expected", holder: unknown, minConfidence: number): Flags | undefined {
  const list = listOf(`${side}.red_flags`, memberOf(holder, "red_flags"), readFlag);
  const flags = new Map<string, string>();
  for (const { name, confidence } of list ?? []) {
    const known = flagNamed(name);
    const key = known ?? foldName(name);
    if (confidence >= minConfidence && !flags.has(key)) flags.set(key, known ?? asText(name));
  }
  return list && flags;
}

/** Returns the flags that belong to one of the protocols; all flags if no protocols are given. */
function flagsInScope(flags: Flags, protocols: readonly string[]): Flags {
  if (protocols.length === 0) return flags;
  const wanted = flagsOfProtocols(protocols);
  return new Map([...flags].filter(([key]) => wanted.has(key)));
}

function readEscalation(side: "output" | "expected", holder: unknown): boolean | undefined {
  const name = memberOf(holder, "escalated") === undefined ? "escalation" : "escalated";
  return flagOf(`${side}.${name}`, memberOf(holder, name));
}

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

/** What a sample expects, within the protocols. */
interface ExpectedFlags {
  flags: Flags;
  escalation: boolean;
}

function readExpected(
  { protocols }: RedFlagDetectionConfig,
  { expected }: SampleCase,
): ExpectedFlags | SkippedCase {
  const all = readFlags("expected", expected, 0);
  if (!all) return { skipped: "missing_expected", sentence: "The sample has no list of expected red flags." };
  const flags = flagsInScope(all, protocols);
  const escalation = readEscalation("expected", expected) ?? flags.size > 0;
  if (all.size === 0 || flags.size > 0) return { flags, escalation };
  const sentence = `No expected red flag belongs to the protocols ${protocols.join(", ")}.`;
  return { skipped: outOfProtocol, sentence };
}

function scoreOutput(config: RedFlagDetectionConfig, expected: ExpectedFlags, output: unknown): PassFail {
  const found = readFlags("output", output, config.min_confidence) ?? new Map<string, string>();
  const detected = flagsInScope(found, config.protocols);
  const escalation = { expected: expected.escalation, made: readEscalation("output", output) ?? false };
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
  };
}

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
export const redFlagDetection: Evaluator<RedFlagDetectionConfig> = passOrFail({
  type: "red_flag_detection",
  readExpected,
  scoreOutput,
});
