import type { KnownNames, NamedKind, PolicyName } from "@assay/contract/control/policies/unknown-names";
import { actionNamesIn } from "@assay/contract/control/hierarchy/group-parents";
import { parentNamesIn } from "@assay/contract/control/hierarchy/hierarchy-rules";
import type { Knex } from "knex";
import { loadHierarchy } from "../hierarchy-queries.ts";
import { findActions } from "../entities/entity-queries.ts";
import { getSettings } from "../settings/settings-queries.ts";

/**
 * Loads the names that a workspace knows. Loads only those kinds of names that occur in `names`.
 *
 * @param extent `all` loads every name. `named` loads all patterns, but only names that occur in `names`.
 */
export async function loadKnownNames(
  db: Knex,
  workspaceId: string,
  { names, extent }: { names: readonly PolicyName[]; extent: "all" | "named" },
): Promise<KnownNames> {
  const kinds = new Set(names.map(({ kind }) => kind));
  const named = extent === "all" ? null : [...new Set(names.map(({ name }) => name))];
  const has = (...wanted: NamedKind[]) => wanted.some((kind) => kinds.has(kind));
  const parts = { workspaceId, named };
  const declared = await findActions(db, workspaceId);
  return {
    entities: has("tool", "group") ? await findEntityNames(db, parts) : [],
    parents: has("entity_type", "group") ? parentNamesIn(await loadHierarchy(db, workspaceId)) : [],
    types: has("entity_type") ? [...declared.types, ...(await findTypes(db, workspaceId))] : [],
    actions: actionNamesIn(declared),
    agents: has("agent", "group") ? await findAgentIds(db, parts) : [],
    tools: {
      declared: has("tool", "group") ? await findToolPatterns(db, parts) : [],
      settings: await getSettings(db, workspaceId),
    },
  };
}

interface Parts {
  workspaceId: string;
  /** Null: all names. */
  named: readonly string[] | null;
}

async function findEntityNames(
  db: Knex,
  { workspaceId, named }: Parts,
): Promise<{ type: string; id: string }[]> {
  const query = db("entities").where({ workspace_id: workspaceId });
  if (named) query.whereRaw("id = any(?::text[])", [[...named]]);
  return query.select("type", "id");
}

async function findTypes(db: Knex, workspaceId: string): Promise<string[]> {
  const rows: { type: string }[] = await db("entities").where({ workspace_id: workspaceId }).distinct("type");
  return rows.map(({ type }) => type);
}

async function findAgentIds(db: Knex, { workspaceId, named }: Parts): Promise<string[]> {
  const query = db("agents").where({ workspace_id: workspaceId });
  if (named) query.whereRaw("id = any(?::text[])", [[...named]]);
  const rows: { id: string }[] = await query.select("id");
  return rows.map(({ id }) => id);
}

/** Returns the tool names and patterns that the agents of a workspace declare. */
export async function findToolPatterns(db: Knex, { workspaceId, named }: Parts): Promise<string[]> {
  const list = named && [...named];
  const { rows } = await db.raw<{ rows: { tool: string }[] }>(
    `select distinct t.tool from agents a, unnest(a.tools) as t(tool)
      where a.workspace_id = ? and (?::text[] is null or t.tool = any(?::text[]) or strpos(t.tool, '*') > 0)`,
    [workspaceId, list, list],
  );
  return rows.map(({ tool }) => tool);
}
