// The entities that searches consider, from a workspace in memory.
import { isKnownTool, knownTools, type ToolSources } from "../../domain/index.ts";
import { entityKey } from "../hierarchy/entity-name.ts";

/** The parts of a workspace that name entities. */
export interface EntitySources {
  /** The stored entities, by `entityKey`. */
  entities: ReadonlyMap<string, { type: string; id: string }>;
  /** The registered agents, by id. */
  agents: ReadonlyMap<string, unknown>;
  tools: ToolSources;
}

/** Whether a workspace knows an entity. */
export function isKnownEntity(
  { entities, agents, tools }: EntitySources,
  { type, id }: { type: string; id: string },
): boolean {
  if (entities.has(entityKey({ type, id }))) return true;
  if (type === "agent") return agents.has(id);
  return type === "tool" && isKnownTool(id, tools);
}

/** Returns the ids of the entities of a type that a workspace knows. */
export function knownEntities({ entities, agents, tools }: EntitySources, type: string): string[] {
  const stored = [...entities.values()].flatMap((entity) => (entity.type === type ? [entity.id] : []));
  if (type === "agent") return [...stored, ...agents.keys()];
  return type === "tool" ? [...stored, ...knownTools(tools)] : stored;
}
