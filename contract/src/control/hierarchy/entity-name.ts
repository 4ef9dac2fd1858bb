import * as z from "zod";
import { distinct } from "../../platform/validation/distinct.ts";
import { limits } from "../../platform/limits.ts";

export const entityType = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: "Type of the entity, e.g. `record`; compared exactly." });
export const entityId = z
  .string()
  .min(1)
  .max(256)
  .meta({ description: "Id of the entity, unique in its type; compared exactly." });

const parent = z.strictObject({ type: entityType, id: entityId }).meta({
  id: "EntityName",
  description: "The type and the id of an entity.",
  examples: [{ type: "ward", id: "3" }],
});

/** The direct parents of an entity. */
export const parents = distinct(z.array(parent).max(limits.parentsPerEntity)).meta({
  description: `Direct parents, at most ${limits.parentsPerEntity}; they need not be stored. In policies, the entity is \`in\` each of its ancestors.`,
});

/** The name of a group of agents, tools or actions. */
export const groupName = z
  .string()
  .min(1)
  .max(256)
  .meta({ description: "Name of a group; compared exactly." });

/** The type and the id of an entity. */
export type EntityName = z.output<typeof parent>;

/**
 * The key of an entity, unique in a workspace. The length of the type makes it unambiguous, and is faster to write than
 * JSON, because each decision computes several keys.
 */
export const entityKey = ({ type, id }: EntityName): string => `${type.length} ${type} ${id}`;
