import { counted } from "../values/counted.ts";
import type { Evaluator, SampleCase } from "./evaluator.ts";
import type { MissingOutputConfig } from "./missing-output.ts";
import type { SampleItems } from "../pooled/item-tally.ts";
import { type PassFail, passOrFail, type SkippedCase } from "./pass-or-fail.ts";
import {
  type Finding,
  type FindingReading,
  identifyFindings,
  readFindings,
  showFinding,
  type ShownFinding,
} from "./reading/read-findings.ts";

/** Settings of `symptom_extraction`, with defaults. */
export interface SymptomExtractionConfig extends MissingOutputConfig, FindingReading {
  /** The source of the names or codes. This is only a label; nothing is looked up in it. */
  taxonomy: string;
  /** Whether a symptom with the wrong polarity counts as both missed and spurious, rather than as found. */
  require_negation_handling: boolean;
  /** Minimum recall for a sample to pass (0-1). */
  min_recall: number;
}

/** A finding with its identity, which does not depend on its polarity. */
type Named = Finding & { key: string };

const withPolarity = (key: string, negated: boolean): string => `${negated ? "no" : "yes"} ${key}`;

const polar = ({ key, negated }: Named): string => withPolarity(key, negated);
const bare = ({ key }: Named): string => key;

/** Returns the findings by key. If several findings have the same key, keeps the first. */
function distinct(findings: readonly Named[], keyOf: (finding: Named) => string): ReadonlyMap<string, Named> {
  const byKey = new Map<string, Named>();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  return byKey;
}

const share = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : numerator / denominator;

/** Computes the figures for one sample. A figure is null if its denominator is 0. */
function measure(matched: number, missed: number, spurious: number) {
  return {
    precision: share(matched, matched + spurious),
    recall: share(matched, matched + missed),
    f1: share(2 * matched, 2 * matched + missed + spurious),
  };
}

/** Returns the findings whose keys are selected, as shown in details. */
const pick = (from: ReadonlyMap<string, Named>, keep: (key: string) => boolean): ShownFinding[] =>
  [...from].flatMap(([key, finding]) => (keep(key) ? [showFinding(finding)] : []));

/** Compares the expected findings with the reported ones. */
function contrast(expected: readonly Finding[], found: readonly Finding[], polarityCounts: boolean) {
  const identity = identifyFindings(expected, found);
  const named = (finding: Finding): Named => {
    const { name, code, negated } = finding;
    return { name, code, negated, key: identity(finding) };
  };
  const [wantedAll, givenAll] = [expected.map(named), found.map(named)];
  const [wantedPolar, givenPolar] = [distinct(wantedAll, polar), distinct(givenAll, polar)];
  const wanted = polarityCounts ? wantedPolar : distinct(wantedAll, bare);
  const given = polarityCounts ? givenPolar : distinct(givenAll, bare);
  const isOpposed = (finding: Named): boolean => {
    const opposite = withPolarity(finding.key, !finding.negated);
    return !givenPolar.has(polar(finding)) && givenPolar.has(opposite) && !wantedPolar.has(opposite);
  };
  return {
    matched: pick(wanted, (key) => given.has(key)),
    missed: pick(wanted, (key) => !given.has(key)),
    spurious: pick(given, (key) => !wanted.has(key)),
    polarity_errors: [...wantedPolar.values()].filter(isOpposed).map(showFinding),
  };
}

function readExpected(
  config: SymptomExtractionConfig,
  { expected }: SampleCase,
): { findings: Finding[] } | SkippedCase {
  const findings = readFindings(config, "expected", expected);
  if (findings) return { findings };
  return { skipped: "missing_expected", sentence: "The sample has no list of expected symptoms." };
}

function scoreOutput(
  config: SymptomExtractionConfig,
  { findings: expected }: { findings: Finding[] },
  output: unknown,
): PassFail {
  const required = config.require_negation_handling;
  const lists = contrast(expected, readFindings(config, "output", output) ?? [], required);
  const { matched, missed, spurious, polarity_errors: opposed } = lists;
  const figures = measure(matched.length, missed.length, spurious.length);
  const { recall, f1 } = figures;
  const wrong = opposed.length > 0 ? `, ${opposed.length} with the wrong polarity` : "";
  const reason = `Found ${matched.length} of ${counted(matched.length + missed.length, "symptom")}, ${spurious.length} besides${wrong}.`;
  return {
    score:
      f1 === null ? 100 : (200 * matched.length) / (2 * matched.length + missed.length + spurious.length),
    passed: recall === null ? spurious.length === 0 : recall >= config.min_recall,
    flag_reason: required && opposed.length > 0 ? "polarity_error" : null,
    details: { ...lists, ...figures, reason },
    items: itemsOf(lists),
  };
}

/** Returns the name under which pooled figures count a finding. */
const nameOf = ({ name, code = "" }: ShownFinding): string => name ?? code;

const itemsOf = ({
  matched,
  missed,
  spurious,
  polarity_errors,
}: ReturnType<typeof contrast>): SampleItems => ({
  found: matched.map(nameOf),
  missed: missed.map(nameOf),
  falseAlarms: spurious.map(nameOf),
  opposed: polarity_errors.length,
  escalationExpected: false,
  escalated: false,
});

/**
 * `symptom_extraction`: compares the present and negated symptoms in an output with the expected ones.
 * Compares codes if both sides have one, and otherwise names.
 *
 * The score is F1·100 over distinct findings. A sample passes if recall is at least `min_recall`. If nothing
 * is expected, the sample passes only if nothing was found, with a score of 100. If negation handling is
 * required, a symptom with the wrong polarity counts as a miss and as a spurious finding, and is flagged. A
 * sample without expected `symptoms` or `negated` is skipped (`missing_expected`). A missing output scores 0
 * or is skipped. An unreadable output scores 0 and is flagged `invalid_output`. An unreadable expected answer
 * makes the sample errored.
 */
export const symptomExtraction: Evaluator<SymptomExtractionConfig> = {
  ...passOrFail({
    type: "symptom_extraction",
    readExpected,
    scoreOutput,
    allMissed: ({ require_negation_handling: required }, { findings }) =>
      itemsOf(contrast(findings, [], required)),
  }),
  pooled: "symptoms",
};
