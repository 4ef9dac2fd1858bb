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

/** A request that changes the entities of a workspace. */
export type EntityCommand =
  | { type: "replace"; set: EntitySet }
  | { type: "merge"; set: EntitySet }
  | { type: "delete"; name: Pick<Entity, "type" | "id"> };

/** What the caller has loaded, with the workspace's entities locked. */
export interface EntityState {
  /** Those stored entities that the command names, by `entityKey`. */
  present: ReadonlyMap<string, Entity>;
  /** How many entities the workspace has. */
  entityCount: number;
  /** The declared actions. */
  actions: readonly string[];
}

/** What to store. Entities are written in bulk, so this has sets where a `Decision` has single changes. */
export interface EntityDecision {
  /** Stored entities to delete first: all, or those named. */
  remove: "all" | readonly Pick<Entity, "type" | "id">[];
  insert: readonly Entity[];
  /** The declared actions afterwards. */
  actions: readonly string[];
  counts: { entityCount: number; actionCount: number };
  evidence: ControlEvent;
}

/** The entities that a command names: what `EntityState.present` is to be loaded for; none for `replace`. */
export const entitiesNamed = (command: EntityCommand): readonly Pick<Entity, "type" | "id">[] => {
  if (command.type === "replace") return [];
  return command.type === "merge" ? command.set.entities : [command.name];
};

/**
 * Decides a change of the entities of a workspace.
 *
 * @throws {ApiError} 404 for an unknown entity; 409 when there would be more entities or actions than a workspace may have,
 *   or one larger or deeper than it may be. Nothing is changed then.
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

/** Entities merged with those stored: see `PatchEntities`. @throws {ApiError} 409 when one would exceed its limits. */
function mergeEntities(present: ReadonlyMap<string, Entity>, given: readonly Entity[]): Entity[] {
  return given.map(({ type, id, properties: patch }) => {
    const merged = mergePatch(present.get(entityKey({ type, id }))?.properties ?? {}, patch);
    if (!withinBytes(merged, limits.entityBytes) || depthOf(merged) > limits.entityDepth)
      throw entityTooLarge(type, id);
    return { type, id, properties: merged };
  });
}

/** Declared actions with others added at their end. @throws {ApiError} 409 when there would be too many. */
function mergedActions(present: readonly string[], added: readonly string[]): string[] {
  const merged = [...new Set([...present, ...added])];
  if (merged.length > limits.entityActions) throw tooManyActions(merged.length);
  return merged;
}
