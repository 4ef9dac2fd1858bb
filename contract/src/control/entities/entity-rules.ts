import { depthOf } from "../../domain/values/depth-of.ts";
import { mergePatch } from "../../domain/values/merge-patch.ts";
import { withinBytes } from "../../platform/common.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { ApiError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import {
  entityNotFound,
  entityTooLarge,
  tooManyActionGroups,
  tooManyActions,
  tooManyEntities,
  tooManyTypes,
} from "../agents/agent-refusals.ts";
import { type ControlEvent, entitiesChanged } from "../control-evidence.ts";
import { entityKey, type EntityName } from "../hierarchy/entity-name.ts";
import { isEscaped } from "../cedar/request/cedar-values.ts";
import type { Entity } from "./entity-object.ts";
import type { Groups } from "../hierarchy/group-parents.ts";
import {
  type HierarchyState,
  refuseActionGroups,
  refuseEntityParents,
} from "../hierarchy/hierarchy-rules.ts";

/** Entities and declared actions. */
export interface EntitySet {
  entities: readonly Entity[];
  actions: readonly string[];
  actionGroups: Record<string, string[]>;
  /** The declared types. */
  types: readonly string[];
}

/** Changes to entities and declared actions. */
export interface EntityPatches {
  /** If the parents of an entity are not given, its stored parents are kept. */
  entities: readonly (Omit<Entity, "parents"> & { parents?: Entity["parents"] | undefined })[];
  /** The actions to add. */
  actions: readonly string[];
  /** The groups to replace; null deletes a group. */
  actionGroups: Readonly<Record<string, string[] | null>>;
  /** The types to add. */
  types: readonly string[];
}

/** A command that changes the entities of a workspace. */
export type EntityCommand =
  | { type: "replace"; set: EntitySet }
  | { type: "merge"; set: EntityPatches }
  | { type: "delete"; name: EntityName };

/** The state loaded by the caller, with the workspace's entities locked. */
export interface EntityState {
  /** The stored entities that the command names, by `entityKey`. */
  present: ReadonlyMap<string, Entity>;
  /** Number of entities in the workspace. */
  entityCount: number;
  /** The declared actions. */
  actions: readonly string[];
  actionGroups: Groups;
  /** The declared types. */
  types: readonly string[];
  /** The hierarchy before the command; read only if the command gives parents. */
  hierarchy: HierarchyState;
}

/**
 * The changes to store. Entities are written in bulk, so the changes are sets instead of the single changes
 * of a `Decision`.
 */
export interface EntityDecision {
  /** Stored entities to delete before the insertion: all, or those with these names. */
  remove: "all" | readonly EntityName[];
  insert: readonly Entity[];
  /** The declared actions after the change. */
  actions: readonly string[];
  /** The groups of actions after the change. */
  actionGroups: Groups;
  /** The declared types after the change. */
  types: readonly string[];
  counts: { entityCount: number; actionCount: number };
  evidence: ControlEvent;
}

/**
 * The entities that a command names, which the caller loads as `EntityState.present`; empty for `replace`.
 */
export const entitiesNamed = (command: EntityCommand): readonly EntityName[] => {
  if (command.type === "replace") return [];
  return command.type === "merge" ? command.set.entities : [command.name];
};

/** Whether a command gives parents, so that the hierarchy must be checked. */
export const givesParents = (command: EntityCommand): boolean =>
  command.type !== "delete" && command.set.entities.some(({ parents = [] }) => parents.length > 0);

/**
 * Decides a change of a workspace's entities. Nothing changes on an error.
 *
 * @throws {ApiError} 400 if parents or groups of actions form a cycle or exceed a limit; 404 for an unknown
 *   entity; 409 if the number of entities or actions, or the size or depth of an entity, would exceed its
 *   limit.
 */
export function decideEntities(
  state: EntityState,
  command: EntityCommand,
  { actor }: RuleContext,
): EntityDecision {
  const part = partOf(state, command);
  const removed = part.remove === "all" ? state.entityCount : part.remove.length;
  const entityCount = state.entityCount - removed + part.insert.length;
  if (command.type === "merge" && entityCount > limits.entities) throw tooManyEntities(entityCount);
  refuseHierarchy(state, part, command);
  const counts = { entityCount, actionCount: part.actions.length };
  const how = ({ replace: "replaced", merge: "merged", delete: "deleted" } as const)[command.type];
  return { ...part, counts, evidence: entitiesChanged(actor, how, counts) };
}

type Part = Pick<EntityDecision, "remove" | "insert" | "actions" | "actionGroups" | "types">;

function partOf({ present, actions, actionGroups, types }: EntityState, command: EntityCommand): Part {
  if (command.type === "replace") {
    const { entities, ...set } = command.set;
    return { remove: "all", insert: entities, ...set };
  }
  if (command.type === "merge")
    return {
      actions: extended(actions, command.set.actions, { max: limits.entityActions, refusal: tooManyActions }),
      types: extended(types, command.set.types, { max: limits.entityTypes, refusal: tooManyTypes }),
      actionGroups: mergedGroups(actionGroups, command.set.actionGroups),
      insert: mergeEntities(present, command.set.entities),
      remove: [...present.values()],
    };
  if (!present.has(entityKey(command.name))) throw entityNotFound(command.name.type, command.name.id);
  return { remove: [command.name], insert: [], actions, actionGroups, types };
}

/** Refuses cycles, and ancestors beyond the limits, in the hierarchy after the change. */
function refuseHierarchy({ hierarchy }: EntityState, { insert, actionGroups }: Part, command: EntityCommand) {
  if (command.type === "delete") return;
  refuseActionGroups(actionGroups, Object.keys(command.set.actionGroups));
  if (!givesParents(command)) return;
  const changed = new Set(insert.map(entityKey));
  const others = hierarchy.entities.filter((one) => command.type === "merge" && !changed.has(entityKey(one)));
  refuseEntityParents({ ...hierarchy, entities: [...insert, ...others] }, command.set.entities);
}

/**
 * Merges entities with the stored ones, as `PatchEntities` describes.
 *
 * @throws {ApiError} 409 if an entity would exceed its limits.
 */
function mergeEntities(present: ReadonlyMap<string, Entity>, given: EntityPatches["entities"]): Entity[] {
  return given.map(({ type, id, properties: patch, parents }) => {
    const before = present.get(entityKey({ type, id }));
    const merged = mergePatch(before?.properties ?? {}, patch, isEscaped);
    if (!withinBytes(merged, limits.entityBytes) || depthOf(merged) > limits.entityDepth)
      throw entityTooLarge(type, id);
    return { type, id, properties: merged, parents: parents ?? before?.parents ?? [] };
  });
}

/** Appends declared names. @throws {ApiError} 409 above the limit. */
function extended(
  present: readonly string[],
  added: readonly string[],
  { max, refusal }: { max: number; refusal: (count: number) => ApiError },
): string[] {
  const all = [...new Set([...present, ...added])];
  if (all.length > max) throw refusal(all.length);
  return all;
}

/** Merges groups of actions. @throws {ApiError} 409 above the limit. */
function mergedGroups(present: Groups, given: EntityPatches["actionGroups"]): Groups {
  const merged = new Map(Object.entries(present));
  for (const [name, actions] of Object.entries(given)) {
    if (actions === null) merged.delete(name);
    else merged.set(name, actions);
  }
  if (merged.size > limits.groups) throw tooManyActionGroups(merged.size);
  return Object.fromEntries(merged);
}
