import { knownTools } from "@assay/contract/control/authzen/authzen-searching";
import type { Knex } from "knex";
import { getSettings } from "../settings/settings-queries.ts";

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/**
 * Ids of all stored entities of a type; for the types agent and tool also the agents, and the tools that
 * agents declare or settings name.
 */
export async function findCandidates(db: Knex, workspaceId: string, type: string): Promise<string[]> {
  const stored = idsOf(await db("entities").where({ workspace_id: workspaceId, type }).select("id"));
  if (type === "agent") {
    return [...stored, ...idsOf(await db("agents").where({ workspace_id: workspaceId }).select("id"))];
  }
  if (type !== "tool") return stored;
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    "select distinct unnest(tools) as id from agents where workspace_id = ?",
    [workspaceId],
  );
  return [...stored, ...knownTools(idsOf(rows), await getSettings(db, workspaceId))];
}

/**
 * Whether a workspace knows all of some entities: stored entities, agents, and the tools that agents declare
 * or settings name. If an agent declares the wildcard, every tool is known.
 */
export async function areKnown(
  db: Knex,
  workspaceId: string,
  names: readonly { type: string; id: string }[],
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { known: boolean }[] }>(
    `select bool_and(
        exists (select 1 from entities e where e.workspace_id = :workspaceId and e.type = n.type and e.id = n.id)
        or (n.type = 'agent' and exists (
          select 1 from agents a where a.workspace_id = :workspaceId and a.id = n.id))
        or (n.type = 'tool' and exists (
          select 1 from agents a where a.workspace_id = :workspaceId and a.tools && array[n.id, '*']))
        or (n.type = 'tool' and exists (
          select 1 from workspace_settings s
          where s.workspace_id = :workspaceId and jsonb_exists((s.settings -> 'toolRisk')::jsonb, n.id)))
      ) as known
      from unnest(:types::text[], :ids::text[]) as n(type, id)`,
    { workspaceId, types: names.map(({ type }) => type), ids: names.map(({ id }) => id) },
  );
  return rows[0]?.known === true;
}
