import { isKnownTool, knownTools, type ToolSources } from "@assay/contract/domain";
import type { Knex } from "knex";
import { findToolPatterns } from "../policies/known-names.ts";
import { getSettings } from "../settings/settings-queries.ts";

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Returns the ids of all stored entities of a type. For the type agent, the ids of registered agents are
 * added; for the type tool, the tools that agents or settings name are added.
 */
export async function findCandidates(db: Knex, workspaceId: string, type: string): Promise<string[]> {
  const stored = idsOf(await db("entities").where({ workspace_id: workspaceId, type }).select("id"));
  if (type === "agent") {
    return [...stored, ...idsOf(await db("agents").where({ workspace_id: workspaceId }).select("id"))];
  }
  if (type !== "tool") return stored;
  return [...stored, ...knownTools(await toolSources(db, workspaceId, null))];
}

/** Returns the tool names and patterns in agents and settings. @param named null selects all names. */
const toolSources = async (
  db: Knex,
  workspaceId: string,
  named: readonly string[] | null,
): Promise<ToolSources> => ({
  declared: await findToolPatterns(db, { workspaceId, named }),
  settings: await getSettings(db, workspaceId),
});

/**
 * Returns whether a workspace knows all of the given entities. A workspace knows stored entities, its agents,
 * and tools that its agents or settings name or match with a pattern.
 */
export async function areKnown(
  db: Knex,
  workspaceId: string,
  names: readonly { type: string; id: string }[],
): Promise<boolean> {
  const { rows: others } = await db.raw<{ rows: { type: string; id: string }[] }>(
    `select n.type, n.id from unnest(:types::text[], :ids::text[]) as n(type, id)
      where not (
        exists (select 1 from entities e where e.workspace_id = :workspaceId and e.type = n.type and e.id = n.id)
        or (n.type = 'agent' and exists (
          select 1 from agents a where a.workspace_id = :workspaceId and a.id = n.id)))`,
    { workspaceId, types: names.map(({ type }) => type), ids: names.map(({ id }) => id) },
  );
  if (others.length === 0) return true;
  if (!others.every(({ type }) => type === "tool")) return false;
  const sources = await toolSources(db, workspaceId, idsOf(others));
  return others.every(({ id }) => isKnownTool(id, sources));
}
