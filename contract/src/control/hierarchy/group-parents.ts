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

/** Whether the workspace alone defines the parents of entities of a type. */
export const hasDefinedParents = (type: string): boolean =>
  ["agent", "tool", agentGroupType, toolGroupType].includes(type);

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

/** The parents of a tool: each group with a pattern that matches its name. */
export const parentsOfTool = (toolGroups: Groups, tool: string): EntityName[] =>
  Object.entries(toolGroups).flatMap(([id, patterns]) =>
    patterns.some((pattern) => matchesName(pattern, tool)) ? [{ type: toolGroupType, id }] : [],
  );

/** The parents of an action: each group that contains it. */
export const parentsOfAction = (actionGroups: Groups, action: string): EntityName[] =>
  Object.entries(actionGroups).flatMap(([id, actions]) =>
    actions.includes(action) ? [{ type: actionType, id }] : [],
  );
