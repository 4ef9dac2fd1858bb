// Finds names in policies that no request can match, because the workspace does not know them.
import { matchesEverything, matchesName } from "../../domain/agents/name-pattern.ts";
import { toolCallAction } from "../../domain/policy/baseline/policy-case.ts";
import { SimilarNames } from "../../domain/values/similar-names.ts";
import { quoted } from "../../wire/http/quote.ts";
import { cedarTypeOf } from "../../domain/policy/cedar-types.ts";
import { type ToolSources, toolPatternsOf } from "../../domain/agents/known-tools.ts";
import { maxFindings, type PolicyFinding } from "./policy-finding.ts";

/** The kinds of names that are checked. A group is a name on the right side of an `in`. */
export type NamedKind = "entity_type" | "action" | "agent" | "tool" | "group";

/** A name in a policy's text, with the position of its first occurrence. */
export interface PolicyName extends Pick<PolicyFinding, "line" | "column" | "endLine" | "endColumn"> {
  kind: NamedKind;
  /** The type of the named entity, as policies write it. */
  type: string;
  name: string;
}

interface EntityName {
  type: string;
  id: string;
}

/** The names that a workspace knows. */
export interface KnownNames {
  /** All stored entities. */
  entities: readonly EntityName[];
  /** The parents of entities, agents and tools. */
  parents: readonly EntityName[];
  /** The declared types of entities. */
  types: readonly string[];
  /** The declared actions, and the groups of actions. */
  actions: readonly string[];
  /** The ids of all agents. */
  agents: readonly string[];
  /** The agents and settings that name tools. */
  tools: ToolSources;
}

/** The codes of unknown names. */
export type UnknownNameCode = `unknown_${NamedKind}`;

/** A name that is unknown, or that only a pattern matches and that is similar to a known name. */
export interface UnknownName extends PolicyName {
  code: UnknownNameCode | "similar_name";
  suggestion: string | null;
  /** Whether a policy in force must not have the name. */
  isRefused: boolean;
}

const ownTypes = ["agent", "tool", "agent_group", "tool_group"];

/** The known names of one kind. */
interface KnownOfKind {
  names: ReadonlySet<string>;
  /** Patterns of names. A name that matches one of them is known, too. */
  patterns: readonly string[];
  /** Whether an agent may call every tool, so that a request can match any name. */
  isOpen: boolean;
}

const exactly = (names: Iterable<string>): KnownOfKind => ({
  names: new Set(names),
  patterns: [],
  isOpen: false,
});

/** The ids of entities. The key is the entity type as policies write it. */
function idsByType(entities: readonly EntityName[]): ReadonlyMap<string, readonly string[]> {
  const cedarTypes = new Map<string, string>();
  const ids = new Map<string, string[]>();
  for (const { type, id } of entities) {
    const written = cedarTypes.get(type) ?? cedarTypeOf(type);
    cedarTypes.set(type, written);
    const present = ids.get(written);
    if (present) present.push(id);
    else ids.set(written, [id]);
  }
  return ids;
}

/** The known names of each kind. A kind is computed once, when a policy first contains such a name. */
class NameIndex {
  readonly #known: KnownNames;
  readonly #stored: ReadonlyMap<string, readonly string[]>;
  readonly #parents: ReadonlyMap<string, readonly string[]>;
  readonly #found = new Map<string, KnownOfKind & { similar?: SimilarNames }>();

  constructor(known: KnownNames) {
    this.#known = known;
    this.#stored = idsByType(known.entities);
    this.#parents = idsByType(known.parents);
  }

  /** How a name is known. */
  find(named: PolicyName): "known" | "by_pattern" | "unknown" {
    const { names, patterns } = this.#of(named);
    if (names.has(named.name)) return "known";
    return patterns.some((pattern) => matchesName(pattern, named.name)) ? "by_pattern" : "unknown";
  }

  isOpen(named: PolicyName): boolean {
    return this.#of(named).isOpen;
  }

  nearestTo(named: PolicyName): string | null {
    const found = this.#of(named);
    found.similar ??= new SimilarNames(found.names);
    return found.similar.nearestTo(named.name);
  }

  #of({ kind, type }: PolicyName): KnownOfKind & { similar?: SimilarNames } {
    const key = kind === "group" ? `group ${type}` : kind;
    const found = this.#found.get(key) ?? (kind === "group" ? this.#groups(type) : this.#names(kind));
    this.#found.set(key, found);
    return found;
  }

  #names(kind: Exclude<NamedKind, "group">): KnownOfKind {
    switch (kind) {
      case "entity_type":
        return exactly([
          ...ownTypes,
          ...this.#stored.keys(),
          ...this.#parents.keys(),
          ...this.#known.types.map(cedarTypeOf),
        ]);
      case "action":
        return exactly([toolCallAction, ...this.#known.actions]);
      case "agent":
        return exactly(this.#known.agents);
      case "tool":
        return this.#tools();
    }
  }

  /** A pattern that matches everything does not make any name known. */
  #tools(): KnownOfKind {
    const all = toolPatternsOf(this.#known.tools);
    return {
      names: new Set([...all.filter((one) => !one.includes("*")), ...(this.#stored.get("tool") ?? [])]),
      patterns: all.filter((one) => one.includes("*") && !matchesEverything(one)),
      isOpen: this.#known.tools.declared.some(matchesEverything),
    };
  }

  /** The known names on the right side of `in`. An entity counts, too, because each entity is `in` itself. */
  #groups(type: string): KnownOfKind {
    const ids = [...(this.#parents.get(type) ?? []), ...(this.#stored.get(type) ?? [])];
    if (type === "agent") return exactly([...ids, ...this.#known.agents]);
    if (type !== "tool") return exactly(ids);
    const tools = this.#tools();
    return { ...tools, names: new Set([...ids, ...tools.names]) };
  }
}

/**
 * Finds names that are unknown, and names that only a pattern matches and that are similar to a known name.
 * An unknown name that is similar to a known one is probably misspelt. Policies in force must not have it,
 * unless it names a tool and an agent may call every tool.
 */
export function unknownNames(names: readonly PolicyName[], known: KnownNames): UnknownName[] {
  const index = new NameIndex(known);
  const found: UnknownName[] = [];
  let refused = 0;
  for (const named of names) {
    const how = index.find(named);
    const suggestion = how === "known" ? null : index.nearestTo(named);
    if (how === "unknown") {
      const isRefused = suggestion !== null && !index.isOpen(named);
      found.push({ ...named, code: `unknown_${named.kind}`, suggestion, isRefused });
      refused += Number(isRefused);
    } else if (suggestion !== null) {
      found.push({ ...named, code: "similar_name", suggestion, isRefused: false });
    }
    // No response has more findings, and checking one name takes up to a millisecond.
    if (refused === maxFindings) break;
  }
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
  code: UnknownNameCode;
  name: string;
}

/** The names in policies that were known before a change and are unknown after it. */
export function lostNames(
  policies: readonly PolicyWithNames[],
  before: KnownNames,
  after: KnownNames,
): NameWarning[] {
  const [earlier, later] = [new NameIndex(before), new NameIndex(after)];
  const isLost = (named: PolicyName) => later.find(named) === "unknown" && earlier.find(named) !== "unknown";
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
};

function messageOf({ kind, type, name, code, suggestion, isRefused }: UnknownName): string {
  const label = kind === "group" ? `group ${type}::${quoted(name)}` : `${labels[kind]} ${quoted(name)}`;
  const hint = suggestion === null ? "" : `; did you mean ${quoted(suggestion)}?`;
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
