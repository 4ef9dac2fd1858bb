// Refuses changes after which the hierarchy of entities would have a cycle or exceed a limit.
import { limits } from "../../platform/limits.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { pointerSegment } from "../../domain/values/paths/pointer-segment.ts";
import { cut, quoted } from "../../wire/http/quote.ts";
import { entityKey, type EntityName } from "./entity-name.ts";
import { HierarchyCheck, type HierarchyFault, type ParentsOf } from "./entity-graph.ts";
import { type Groups, actionType, parentsOfAction, parentsOfAgent, parentsOfTool } from "./group-parents.ts";

/** An entity with its direct parents. */
export interface EntityParents extends EntityName {
  parents: readonly EntityName[];
}

/** The hierarchy of a workspace, loaded with its entities locked. */
export interface HierarchyState {
  /** The stored entities with parents. */
  entities: readonly EntityParents[];
  /** The groups of each agent that is in at least one group. */
  agents: ReadonlyMap<string, readonly string[]>;
  toolGroups: Groups;
}

/** A hierarchy without parents and groups. */
export const emptyHierarchy: HierarchyState = { entities: [], agents: new Map(), toolGroups: {} };

/** The hierarchy of all entities and agents of a workspace. */
export const hierarchyIn = (
  entities: Iterable<EntityParents>,
  agents: Iterable<{ id: string; groups: readonly string[] }>,
  toolGroups: Groups,
): HierarchyState => ({
  entities: [...entities],
  agents: new Map(Array.from(agents, ({ id, groups }) => [id, groups])),
  toolGroups,
});

/** All parents that entities and agents name. */
export const parentNamesIn = ({ entities, agents }: HierarchyState): EntityName[] => [
  ...entities.flatMap(({ parents }) => parents),
  ...parentsOfAgent([...agents.values()].flat()),
];

/** The direct parents of each entity: the stored ones, and the groups of agents and tools. */
export function parentsIn({ entities, agents, toolGroups }: HierarchyState): ParentsOf {
  const stored = new Map(entities.map((entity) => [entityKey(entity), entity.parents]));
  return (name) => {
    const own = stored.get(entityKey(name)) ?? [];
    if (name.type === "agent") return [...own, ...parentsOfAgent(agents.get(name.id) ?? [])];
    return name.type === "tool" ? [...own, ...parentsOfTool(toolGroups, name.id)] : own;
  };
}

/** A member of a request body that contains parents. */
interface GivenParents {
  path: string;
  /** The name of the member, for messages. */
  label: string;
  value: unknown;
}

const expectations: Readonly<Record<HierarchyFault["code"], (name: string) => string>> = {
  parent_cycle: (name) => `must not make ${name} its own ancestor`,
  too_deep: (name) => `must not give ${name} more than ${limits.ancestorLevels} levels of ancestors`,
  too_many_parents: (name) => `must not give ${name} more than ${limits.ancestorsPerEntity} ancestors`,
};

function refuseFault({ code, name }: HierarchyFault, { path, label, value }: GivenParents): never {
  const expectation = expectations[code](`${quoted(name.type)} ${quoted(name.id)}`);
  throw validationFailed([{ path, code, message: `${label} is ${quoted(value)}; it ${expectation}.` }]);
}

/** Finds the first fault in the hierarchy above some entities. `root` is the entity that led to the fault. */
function firstFault(
  roots: readonly EntityName[],
  parentsOf: ParentsOf,
): { fault: HierarchyFault; root: EntityName } | undefined {
  const check = new HierarchyCheck(parentsOf);
  for (const root of roots) {
    const fault = check.faultOf(root);
    if (fault) return { fault, root };
  }
  return undefined;
}

const rootsOf = ({ entities, agents }: HierarchyState): EntityName[] => [
  ...entities,
  ...Array.from(agents.keys(), (id) => ({ type: "agent", id })),
];

/**
 * Checks the hierarchy after a change of entities.
 *
 * @param given the entities in the body. Entities without parents cannot cause a fault.
 * @throws {ApiError} 400 with the path of the parents that cause the fault.
 */
export function refuseEntityParents(
  hierarchy: HierarchyState,
  given: readonly (EntityName & { parents?: readonly EntityName[] | undefined })[],
): void {
  const changed = given.filter(({ parents = [] }) => parents.length > 0);
  if (changed.length === 0) return;
  const found = firstFault([...changed, ...rootsOf(hierarchy)], parentsIn(hierarchy));
  if (!found) return;
  const indexOf = (name: EntityName): number =>
    given.findIndex((one) => changed.includes(one) && entityKey(one) === entityKey(name));
  const places = [
    indexOf(found.fault.name),
    indexOf(found.root),
    given.findIndex((one) => changed.includes(one)),
  ];
  const index = places.find((place) => place !== -1) ?? 0;
  refuseFault(found.fault, {
    path: `/entities/${index}/parents`,
    label: "parents",
    value: given[index]?.parents,
  });
}

/**
 * Checks the hierarchy after a change of an agent's groups.
 *
 * @throws {ApiError} 400 with the path of the groups if they cause a fault.
 */
export function refuseAgentGroups(hierarchy: HierarchyState, id: string, groups: readonly string[]): void {
  if (groups.length === 0) return;
  const changed = { ...hierarchy, agents: new Map([...hierarchy.agents, [id, groups]]) };
  const found = firstFault([{ type: "agent", id }, ...rootsOf(changed)], parentsIn(changed));
  if (found) refuseFault(found.fault, { path: "/groups", label: "groups", value: groups });
}

/**
 * Checks the hierarchy after a change of the tool groups.
 *
 * @throws {ApiError} 400 at the tool groups.
 */
export function refuseToolGroups(hierarchy: HierarchyState, toolGroups: Groups): void {
  const changed = { ...hierarchy, toolGroups };
  const found = firstFault(rootsOf(changed), parentsIn(changed));
  if (found) refuseFault(found.fault, { path: "/toolGroups", label: "toolGroups", value: toolGroups });
}

/**
 * Checks groups of actions, which may contain each other.
 *
 * @param given the names of the groups in the body.
 * @throws {ApiError} 400 with the path of the group that causes the fault.
 */
export function refuseActionGroups(actionGroups: Groups, given: readonly string[]): void {
  if (given.length === 0) return;
  const roots = [...given, ...Object.keys(actionGroups)].map((id) => ({ type: actionType, id }));
  const found = firstFault(roots, ({ id }) => parentsOfAction(actionGroups, id));
  if (!found) return;
  const group = given.includes(found.fault.name.id) ? found.fault.name.id : (given[0] ?? "");
  refuseFault(found.fault, {
    path: `/actionGroups/${pointerSegment(group)}`,
    label: cut(group, 100),
    value: actionGroups[group],
  });
}
