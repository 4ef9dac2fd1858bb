// The names that a workspace knows, and the search for a name among them.
import { matchesEverything, matchesName } from "../../../domain/agents/name-pattern.ts";
import { type ToolSources, toolPatternsOf } from "../../../domain/agents/known-tools.ts";
import { toolCallAction } from "../../../domain/policy/baseline/policy-case.ts";
import { factRanges } from "./fact-ranges.ts";
import { cedarTypeOf } from "../../../domain/policy/cedar-types.ts";
import { SimilarNames } from "../../../domain/values/similar-names.ts";
import type { EntityName } from "../../hierarchy/entity-name.ts";
import { builtInTypes, toolGroupType } from "../../hierarchy/group-parents.ts";
import type { PolicyFinding } from "../policy-finding.ts";

/**
 * The kinds of names that the workspace knows. A group is a name on the right side of an `in`, or in the facts
 * `agentGroups` and `toolGroups`.
 */
export type WorkspaceKind = "entity_type" | "action" | "agent" | "tool" | "group";

/** The kinds of names that are checked. The value of a fact is known if the fact can have this value. */
export type NamedKind = WorkspaceKind | "fact_value";

/** A name in a policy's text, with the position of its first occurrence. */
export interface PolicyName extends Pick<PolicyFinding, "line" | "column" | "endLine" | "endColumn"> {
  kind: NamedKind;
  /** The type of the named entity, as policies write it; for a value, the path of the fact. */
  type: string;
  name: string;
}

/** The names that a workspace knows. */
export interface KnownNames {
  /** All stored entities. */
  entities: readonly EntityName[];
  /** The parents of entities and agents. The settings contain the groups of tools. */
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
export class NameIndex {
  readonly #known: KnownNames;
  readonly #stored: ReadonlyMap<string, readonly string[]>;
  readonly #parents: ReadonlyMap<string, readonly string[]>;
  readonly #found = new Map<string, KnownOfKind & { similar?: SimilarNames }>();

  constructor(known: KnownNames) {
    this.#known = known;
    this.#stored = idsByType(known.entities);
    const toolGroups = Object.keys(known.tools.settings.toolGroups);
    this.#parents = idsByType([...known.parents, ...toolGroups.map((id) => ({ type: toolGroupType, id }))]);
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

  /** The known name that is similar to a name; null if no name is similar. Numbers are not similar to each other. */
  nearestTo(named: PolicyName): string | null {
    if (named.kind === "fact_value" && /^-?\d+$/.test(named.name)) return null;
    const found = this.#of(named);
    found.similar ??= new SimilarNames(found.names);
    return found.similar.nearestTo(named.name);
  }

  #of({ kind, type }: PolicyName): KnownOfKind & { similar?: SimilarNames } {
    const key = kind === "group" || kind === "fact_value" ? `${kind} ${type}` : kind;
    const found = this.#found.get(key) ?? this.#names(kind, type);
    this.#found.set(key, found);
    return found;
  }

  #names(kind: NamedKind, type: string): KnownOfKind {
    switch (kind) {
      case "fact_value":
        return exactly(factRanges.get(type)?.values ?? []);
      case "group":
        return this.#groups(type);
      case "entity_type":
        return exactly([
          ...builtInTypes,
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
