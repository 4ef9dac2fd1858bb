import { type AliasConfig, mainName } from "./aliases.ts";
import { asText } from "./as-text.ts";
import { foldName } from "./fold-name.ts";
import { flagOf, listOf, memberOf, nameAt, Unreadable } from "./read-list.ts";
import { type PathConfig, sourceAt } from "./source-at.ts";

/** The settings that determine how findings are read. */
export interface FindingReading extends AliasConfig, PathConfig {}

/** One symptom, as written in a sample, with its main name. */
export interface Finding {
  name: string | undefined;
  code: string | undefined;
  negated: boolean;
}

const oneSymptom = "a symptom's name, or {name, negated} or {code, negated}";

/**
 * Reads whether a finding is negated: from `negated`, `absent`, `present` or `polarity`. In the list of negated symptoms,
 * `negated: false` is ignored, because it is often a default.
 *
 * @param isListed whether the finding is in the list of negated symptoms.
 * @throws {Unreadable} if a member is invalid, or if the members contradict each other or the list.
 */
function readNegation(item: object, place: string, isListed: boolean): boolean {
  const at = (name: string) => flagOf(`${place}.${name}`, memberOf(item, name));
  const [negated, absent, present] = [at("negated"), at("absent"), at("present")];
  const polarity = memberOf(item, "polarity");
  if (polarity !== undefined && polarity !== "positive" && polarity !== "negative")
    throw new Unreadable(`${place}.polarity`, polarity, '"positive" or "negative"');
  const known = [
    isListed ? true : negated,
    absent,
    present === undefined ? undefined : !present,
    polarity === undefined ? undefined : polarity === "negative",
  ].filter((value) => value !== undefined);
  if (new Set(known).size > 1)
    throw new Unreadable(place, item, "a finding whose list and members agree on its polarity");
  return known[0] ?? false;
}

const readItem =
  (config: AliasConfig, isListed: boolean) =>
  (item: unknown, place: string): Finding => {
    if (typeof item !== "object" || item === null)
      return { name: mainName(config, nameAt(item, place, oneSymptom)), code: undefined, negated: isListed };
    const [name, code] = [memberOf(item, "name"), memberOf(item, "code")];
    if (name === undefined && code === undefined) throw new Unreadable(place, item, oneSymptom);
    return {
      name: name === undefined ? undefined : mainName(config, nameAt(name, `${place}.name`)),
      code: code === undefined ? undefined : nameAt(code, `${place}.code`),
      negated: readNegation(item, place, isListed),
    };
  };

/**
 * Returns all findings in an output or expected answer; undefined if it has no list. If the value has a list at the path,
 * the list contains all findings.
 *
 * @throws {Unreadable} if a finding is invalid.
 */
export function readFindings(
  config: FindingReading,
  side: "output" | "expected",
  value: unknown,
): Finding[] | undefined {
  const path = side === "output" ? config.output_path : config.expected_path;
  const { list, place, holder, holderPlace } = sourceAt(side, value, path);
  if (list) return listOf(place, list, readItem(config, false));
  const read = (name: "symptoms" | "negated") =>
    listOf(`${holderPlace}.${name}`, memberOf(holder, name), readItem(config, name === "negated"));
  const [symptoms, negated] = [read("symptoms"), read("negated")];
  return symptoms || negated ? [...(symptoms ?? []), ...(negated ?? [])] : undefined;
}

/**
 * Returns a function that identifies findings: by their code, or else by the code that a finding of the same
 * name has elsewhere in the sample, or else by their name. Codes on the expected side take precedence. If a
 * name has several codes, the alphabetically first code applies.
 */
export function identifyFindings(
  expected: readonly Finding[],
  found: readonly Finding[],
): (finding: Finding) => string {
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

/** A symptom as shown in details. */
export type ShownFinding = { name?: string; code?: string; negated: boolean };

/** Returns a finding as shown in details. */
export function showFinding({ name, code, negated }: Finding): ShownFinding {
  if (code === undefined) return { name: asText(name), negated };
  if (name === undefined) return { code: asText(code), negated };
  return { name: asText(name), code: asText(code), negated };
}
