// The parents that agents and tools have by their groups, and actions by the groups that name them.
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

/** Groups by name: the patterns of tools, or the actions, that they contain. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** The declared actions, and the actions and names of groups. */
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
