import { depthOf } from "../../domain/values/depth-of.ts";
import { mergePatch } from "../../domain/values/merge-patch.ts";
import { withinBytes } from "../../platform/common.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { limits } from "../../platform/limits.ts";
import { entityNotFound, entityTooLarge, tooManyActions, tooManyEntities } from "../agents/agent-refusals.ts";
import { type ControlEvent, entitiesChanged } from "../control-evidence.ts";
import { type Entity, entityKey } from "./entities.ts";

/** Entities and declared actions. */
export interface EntitySet {
  entities: readonly Entity[];
  actions: readonly string[];
}

/** A command that changes the entities of a workspace. */
export type EntityCommand =
  | { type: "replace"; set: EntitySet }
  | { type: "merge"; set: EntitySet }
  | { type: "delete"; name: Pick<Entity, "type" | "id"> };

/** The state loaded by the caller, with the workspace's entities locked. */
export interface EntityState {
  /** The stored entities that the command names, by `entityKey`. */
  present: ReadonlyMap<string, Entity>;
  /** Number of entities in the workspace. */
  entityCount: number;
  /** The declared actions. */
  actions: readonly string[];
}

/**
 * The changes to store. Entities are written in bulk, so this has sets instead of a `Decision`'s single
 * changes.
 */
export interface EntityDecision {
  /** Stored entities to delete first: all, or the named ones. */
  remove: "all" | readonly Pick<Entity, "type" | "id">[];
  insert: readonly Entity[];
  /** The declared actions after the change. */
  actions: readonly string[];
  counts: { entityCount: number; actionCount: number };
  evidence: ControlEvent;
}

/** The entities that a command names, to load as `EntityState.present`; empty for `replace`. */
export const entitiesNamed = (command: EntityCommand): readonly Pick<Entity, "type" | "id">[] => {
  if (command.type === "replace") return [];
  return command.type === "merge" ? command.set.entities : [command.name];
};

/**
 * Decides a change of a workspace's entities.
 *
 * @throws {ApiError} 404 for an unknown entity; 409 if the number of entities or actions, or the size or
 *   depth of an entity, would exceed its limit. Nothing changes on an error.
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
  const counts = { entityCount, actionCount: part.actions.length };
  const how = ({ replace: "replaced", merge: "merged", delete: "deleted" } as const)[command.type];
  return { ...part, counts, evidence: entitiesChanged(actor, how, counts) };
}

type Part = Pick<EntityDecision, "remove" | "insert" | "actions">;

function partOf({ present, actions }: EntityState, command: EntityCommand): Part {
  if (command.type === "replace")
    return { remove: "all", insert: command.set.entities, actions: command.set.actions };
  if (command.type === "merge")
    return {
      actions: mergedActions(actions, command.set.actions),
      insert: mergeEntities(present, command.set.entities),
      remove: [...present.values()],
    };
  if (!present.has(entityKey(command.name))) throw entityNotFound(command.name.type, command.name.id);
  return { remove: [command.name], insert: [], actions };
}

/**
 * Merges entities with the stored ones: see `PatchEntities`. @throws {ApiError} 409 if one would exceed its
 * limits.
 */
function mergeEntities(present: ReadonlyMap<string, Entity>, given: readonly Entity[]): Entity[] {
  return given.map(({ type, id, properties: patch }) => {
    const merged = mergePatch(present.get(entityKey({ type, id }))?.properties ?? {}, patch);
    if (!withinBytes(merged, limits.entityBytes) || depthOf(merged) > limits.entityDepth)
      throw entityTooLarge(type, id);
    return { type, id, properties: merged };
  });
}

/** Appends declared actions. @throws {ApiError} 409 above the limit. */
function mergedActions(present: readonly string[], added: readonly string[]): string[] {
  const merged = [...new Set([...present, ...added])];
  if (merged.length > limits.entityActions) throw tooManyActions(merged.length);
  return merged;
}
