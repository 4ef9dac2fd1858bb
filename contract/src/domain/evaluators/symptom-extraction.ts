import { counted } from "../values/counted.ts";
import { asText } from "./reading/as-text.ts";
import type { Evaluator, SampleCase } from "./evaluator.ts";
import { foldName } from "./reading/fold-name.ts";
import type { MissingOutputConfig } from "./missing-output.ts";
import { type PassFail, passOrFail, type SkippedCase } from "./pass-or-fail.ts";
import { flagOf, listOf, memberOf, nameAt, Unreadable } from "./reading/read-list.ts";

/** Settings of `symptom_extraction`, with defaults. */
export interface SymptomExtractionConfig extends MissingOutputConfig {
  /** The source of the names or codes. This is only a label; nothing is looked up in it. */
  taxonomy: string;
  /** Whether a symptom with the wrong polarity counts as both missed and spurious, rather than as found. */
  require_negation_handling: boolean;
  /** Minimum recall for a sample to pass (0-1). */
  min_recall: number;
}

/** One symptom, as written in a sample. */
interface Finding {
  name: string | undefined;
  code: string | undefined;
  negated: boolean;
}

/** A symptom as shown in details. */
type ShownFinding = { name?: string; code?: string; negated: boolean };

const oneSymptom = "a symptom's name, or {name, negated} or {code, negated}";

function readFinding(item: unknown, place: string, negated: boolean): Finding {
  if (typeof item !== "object" || item === null)
    return { name: nameAt(item, place, oneSymptom), code: undefined, negated };
  const [name, code] = ["name", "code"].map((field) => {
    const value = memberOf(item, field);
    return value === undefined ? undefined : nameAt(value, `${place}.${field}`);
  });
  if (name === undefined && code === undefined) throw new Unreadable(place, item, oneSymptom);
  return { name, code, negated: negated || (flagOf(`${place}.negated`, memberOf(item, "negated")) ?? false) };
}

/** Returns all findings on one side; undefined if both lists are absent. */
function readFindings(side: "output" | "expected", holder: unknown): Finding[] | undefined {
  const read = (list: "symptoms" | "negated") =>
    listOf(`${side}.${list}`, memberOf(holder, list), (item, place) =>
      readFinding(item, place, list === "negated"),
    );
  const [symptoms, negated] = [read("symptoms"), read("negated")];
  return symptoms || negated ? [...(symptoms ?? []), ...(negated ?? [])] : undefined;
}

/**
 * Returns a function that identifies findings: by their code, or else by the code that a finding of the same
 * name has elsewhere in the sample, or else by their name. Codes on the expected side take precedence. If a
 * name has several codes, the alphabetically first code applies.
 */
function identify(expected: readonly Finding[], found: readonly Finding[]): (finding: Finding) => string {
  const codes = new Map<string, string>();
  for (const side of [expected, found]) {
    const ofSide = new Map<string, string>();
    for (const { name, code } of side) {
      if (name === undefined || code === undefined) continue;
      const [key, folded] = [foldName(name), foldName(code)];
      const before = ofSide.get(key);
      if (before === undefined || folded < before) ofSide.set(key, folded);
    }
    for (const [name, code] of ofSide) if (!codes.has(name)) codes.set(name, code);
  }
  return ({ name = "", code }) => {
    const known = code === undefined ? codes.get(foldName(name)) : foldName(code);
    return known === undefined ? `name ${foldName(name)}` : `code ${known}`;
  };
}

function show({ name, code, negated }: Finding): ShownFinding {
  if (code === undefined) return { name: asText(name), negated };
  if (name === undefined) return { code: asText(code), negated };
  return { name: asText(name), code: asText(code), negated };
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

/** Compares the expected findings with the reported ones. */
function contrast(expected: readonly Finding[], found: readonly Finding[], polarityCounts: boolean) {
  const identity = identify(expected, found);
  const named = (finding: Finding): Named => {
    const { name, code, negated } = finding;
    return { name, code, negated, key: identity(finding) };
  };
  const [wantedAll, givenAll] = [expected.map(named), found.map(named)];
  const [wantedPolar, givenPolar] = [distinct(wantedAll, polar), distinct(givenAll, polar)];
  const wanted = polarityCounts ? wantedPolar : distinct(wantedAll, bare);
  const given = polarityCounts ? givenPolar : distinct(givenAll, bare);
  const pick = (from: ReadonlyMap<string, Named>, keep: (key: string) => boolean): ShownFinding[] =>
    [...from].flatMap(([key, finding]) => (keep(key) ? [show(finding)] : []));
  const isOpposed = (finding: Named): boolean => {
    const opposite = withPolarity(finding.key, !finding.negated);
    return !givenPolar.has(polar(finding)) && givenPolar.has(opposite) && !wantedPolar.has(opposite);
  };
  return {
    matched: pick(wanted, (key) => given.has(key)),
    missed: pick(wanted, (key) => !given.has(key)),
    spurious: pick(given, (key) => !wanted.has(key)),
    polarity_errors: [...wantedPolar.values()].filter(isOpposed).map(show),
  };
}

function readExpected(
  _config: SymptomExtractionConfig,
  { expected }: SampleCase,
): { findings: Finding[] } | SkippedCase {
  const findings = readFindings("expected", expected);
  if (findings) return { findings };
  return { skipped: "missing_expected", sentence: "The sample has no list of expected symptoms." };
}

function scoreOutput(
  config: SymptomExtractionConfig,
  { findings: expected }: { findings: Finding[] },
  output: unknown,
): PassFail {
  const required = config.require_negation_handling;
  const lists = contrast(expected, readFindings("output", output) ?? [], required);
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
  };
}

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
export const symptomExtraction: Evaluator<SymptomExtractionConfig> = passOrFail({
  type: "symptom_extraction",
  readExpected,
  scoreOutput,
});
