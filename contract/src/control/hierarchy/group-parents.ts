// Determines the parents of agents and tools from their groups, and of actions from the groups that name
// them.
import { matchesName } from "../../domain/agents/name-pattern.ts";
import type { EntityName } from "./entity-name.ts";

/** The entity type of the groups that agents name. */
export const agentGroupType = "agent_group";
/** The entity type of the groups that the settings define. */
export const toolGroupType = "tool_group";
/** The entity type of actions in policies. */
export const actionType = "Action";

/** The types of entities that every workspace has. */
export const builtInTypes: readonly string[] = ["agent", "tool", agentGroupType, toolGroupType];

/** Whether the workspace alone defines the parents of entities of a type. */
export const hasDefinedParents = (type: string): boolean => builtInTypes.includes(type);

/** Groups by name. A group of tools contains patterns, and a group of actions contains actions. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** The declared actions, the names of the groups, and the actions in them. */
export const actionNamesIn = (declared: { actions: readonly string[]; actionGroups: Groups }): string[] => [
  ...declared.actions,
  ...Object.entries(declared.actionGroups).flatMap(([name, actions]) => [name, ...actions]),
];

/** The parents of an agent by its groups. */
export const parentsOfAgent = (groups: readonly string[]): EntityName[] =>
  groups.map((id) => ({ type: agentGroupType, id }));

/** The groups that list each name, and the listed patterns with their groups. */
interface GroupIndex {
  groupsOf: ReadonlyMap<string, ReadonlySet<string>>;
  patterns: readonly (readonly [group: string, pattern: string])[];
}

const indexes = new WeakMap<Groups, GroupIndex>();

/** Indexes groups once, so that a name is found in constant time. The groups must never change. */
function indexOf(groups: Groups): GroupIndex {
  const known = indexes.get(groups);
  if (known) return known;
  const groupsOf = new Map<string, Set<string>>();
  const patterns: [string, string][] = [];
  for (const [group, members] of Object.entries(groups))
    for (const member of members) {
      const present = groupsOf.get(member) ?? new Set();
      groupsOf.set(member, present.add(group));
      if (member.includes("*")) patterns.push([group, member]);
    }
  const index = { groupsOf, patterns };
  indexes.set(groups, index);
  return index;
}

/** The parents of a tool: each group with a pattern that matches its name. */
export function parentsOfTool(toolGroups: Groups, tool: string): EntityName[] {
  const { groupsOf, patterns } = indexOf(toolGroups);
  const matching = new Set(groupsOf.get(tool));
  for (const [group, pattern] of patterns) if (matchesName(pattern, tool)) matching.add(group);
  return Array.from(matching, (id) => ({ type: toolGroupType, id }));
}

/** The parents of an action: each group that contains it. */
export const parentsOfAction = (actionGroups: Groups, action: string): EntityName[] =>
  Array.from(indexOf(actionGroups).groupsOf.get(action) ?? [], (id) => ({ type: actionType, id }));
