// Finds names in policies that no request can match, because the workspace does not know them, and values that a
// fact never has.
import { quoted } from "../../../wire/http/quote.ts";
import { maxFindings, type PolicyFinding } from "../policy-finding.ts";
import { factRanges } from "./fact-ranges.ts";
import {
  type KnownNames,
  type NamedKind,
  NameIndex,
  type PolicyName,
  type WorkspaceKind,
} from "./name-index.ts";

/** The codes of unknown names. */
export type UnknownNameCode = `unknown_${NamedKind}`;

/** A name that is unknown, or that only a pattern matches and that is similar to a known name. */
export interface UnknownName extends PolicyName {
  code: UnknownNameCode | "similar_name" | "names_not_checked";
  suggestion: string | null;
  /** Whether a policy in force must not have the name. */
  isRefused: boolean;
}

/** Maximum number of names that are compared with all known names, because one comparison takes up to 1 ms. */
const maxCompared = 1000;

/** A name that is not known exactly. */
interface InexactName {
  named: PolicyName;
  how: "by_pattern" | "unknown";
}

function findingOf({ named, how }: InexactName, index: NameIndex): UnknownName[] {
  const suggestion = index.nearestTo(named);
  if (how === "by_pattern")
    return suggestion === null ? [] : [{ ...named, code: "similar_name", suggestion, isRefused: false }];
  const isRefused = suggestion !== null && !index.isOpen(named);
  return [{ ...named, code: `unknown_${named.kind}`, suggestion, isRefused }];
}

/**
 * Finds names that are unknown, and names that only a pattern matches and that are similar to a known name.
 * An unknown name that is similar to a known one is probably misspelt. Policies in force must not have such a
 * name, unless it names a tool and an agent may call every tool. At most 1,000 names are compared. Policies
 * in force must not have more than 1,000 names that are not known exactly.
 */
export function unknownNames(names: readonly PolicyName[], known: KnownNames): UnknownName[] {
  const index = new NameIndex(known);
  const inexact = names.flatMap((named): InexactName[] => {
    const how = index.find(named);
    return how === "known" ? [] : [{ named, how }];
  });
  const found: UnknownName[] = [];
  let refused = 0;
  for (const one of inexact.slice(0, maxCompared)) {
    const findings = findingOf(one, index);
    for (const finding of findings) found.push(finding);
    refused += findings.filter(({ isRefused }) => isRefused).length;
    // A response has at most this many findings.
    if (refused === maxFindings) return found;
  }
  const next = inexact[maxCompared]?.named;
  if (next) found.unshift({ ...next, code: "names_not_checked", suggestion: null, isRefused: true });
  return found;
}

/** The names that are not known, as in the response with a policy. */
export function unknownNamesToWire(names: readonly PolicyName[], known: KnownNames) {
  const index = new NameIndex(known);
  return names
    .filter((named) => index.find(named) === "unknown")
    .slice(0, maxFindings)
    .map(({ kind, name, line, column }) => ({ code: `unknown_${kind}` as const, name, line, column }));
}

/** The names in a policy in force. */
export interface PolicyWithNames {
  policyId: string;
  names: readonly PolicyName[];
}

/** A name that a change made unknown. */
export interface NameWarning {
  policyId: string;
  code: `unknown_${WorkspaceKind}`;
  name: string;
}

/**
 * A name that a change to the workspace can make known or unknown. Values of facts are excluded, because they
 * never change.
 */
type WorkspaceName = PolicyName & { kind: WorkspaceKind };

/** The names in policies that were known before a change and are unknown after it. */
export function lostNames(
  policies: readonly PolicyWithNames[],
  before: KnownNames,
  after: KnownNames,
): NameWarning[] {
  const [earlier, later] = [new NameIndex(before), new NameIndex(after)];
  const isLost = (named: PolicyName): named is WorkspaceName =>
    named.kind !== "fact_value" && later.find(named) === "unknown" && earlier.find(named) !== "unknown";
  return policies
    .flatMap(({ policyId, names }) =>
      names.filter(isLost).map(({ kind, name }) => ({ policyId, code: `unknown_${kind}` as const, name })),
    )
    .slice(0, maxFindings);
}

const labels: Readonly<Record<NamedKind, string>> = {
  entity_type: "entity type",
  action: "action",
  agent: "agent",
  tool: "tool",
  group: "group",
  fact_value: "value",
};

function valueMessageOf({ type, name, isRefused }: UnknownName, hint: string): string {
  const fault = `context.facts.${type} never has the value ${quoted(name)}; its values are ${factRanges.get(type)?.label}${hint}`;
  return isRefused
    ? `${fault} A policy in force must not compare it with this value: correct the value, or send unknownNames "allow"`
    : fault;
}

function messageOf(found: UnknownName): string {
  const { kind, type, name, code, suggestion, isRefused } = found;
  const label = kind === "group" ? `group ${type}::${quoted(name)}` : `${labels[kind]} ${quoted(name)}`;
  const hint = suggestion === null ? "" : `; did you mean ${quoted(suggestion)}?`;
  if (code === "names_not_checked")
    return `the policy text has more than ${maxCompared} unknown names; ${label} and all later names are not compared with known names. Declare the names first, use several policies, or send unknownNames "allow"`;
  if (kind === "fact_value") return valueMessageOf(found, hint);
  if (code === "similar_name") return `${label} is known only by a pattern${hint}`;
  if (isRefused)
    return `${label} is not known${hint} A policy in force must not name it: correct the name, declare it first, or send unknownNames "allow"`;
  return `${label} is not known, so no request matches it until it becomes known${hint}`;
}

/** Unknown names as findings. */
export const findingsOfNames = (found: readonly UnknownName[]): PolicyFinding[] =>
  found.map((one) => ({
    code: one.code,
    message: messageOf(one),
    line: one.line,
    column: one.column,
    endLine: one.endLine,
    endColumn: one.endColumn,
    suggestion: one.suggestion,
  }));
