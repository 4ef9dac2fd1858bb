import type { EntityName } from "./entity-name.ts";

/** An entity as decisions use it. */
export interface EntityNode {
  /** The stored properties; null if the entity is not stored; undefined if they are not loaded. */
  properties: Readonly<Record<string, unknown>> | null | undefined;
  /** The direct parents: the stored ones, and those from the groups of an agent or a tool. */
  parents: readonly EntityName[];
}

/** Finds an entity; undefined if the entity is not loaded. */
export type FindNode = (name: EntityName) => EntityNode | undefined;

/** The entities that a decision needs and that are not loaded. */
export interface MissingEntities {
  /** The entities whose properties and parents are needed. */
  whole: readonly EntityName[];
  /** The entities of which only the parents are needed. */
  parents: readonly EntityName[];
}

/** An entity that is not stored and is in no group. */
export const unknownNode: EntityNode = { properties: null, parents: [] };
