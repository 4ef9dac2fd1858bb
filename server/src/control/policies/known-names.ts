import type { KnownNames, NamedKind, PolicyName } from "@assay/contract/control/policies/names/name-index";
import { actionNamesIn, agentGroupType } from "@assay/contract/control/hierarchy/group-parents";
import type { Knex } from "knex";
import { findActions } from "../entities/entity-queries.ts";
import { getSettings } from "../settings/settings-queries.ts";

/** The selection of names to load. */
export interface NameSelection {
  /** Only those kinds of names are loaded that occur in this list. */
  names: readonly PolicyName[];
  /** `all` loads every name. `named` loads all types and patterns, but only names that occur in `names`. */
  extent: "all" | "named";
  /** The id of an agent that is ignored. */
  withoutAgent?: string;
}

/** Loads the names that a workspace knows. */
export async function loadKnownNames(
  db: Knex,
  workspaceId: string,
  { names, extent, withoutAgent = "" }: NameSelection,
): Promise<KnownNames> {
  const kinds = new Set(names.map(({ kind }) => kind));
  const named = extent === "all" ? null : [...new Set(names.map(({ name }) => name))];
  const has = (...wanted: NamedKind[]) => wanted.some((kind) => kinds.has(kind));
  const parts = { workspaceId, named, withoutAgent };
  const declared = await findActions(db, workspaceId);
  return {
    entities: has("tool", "group") ? await findEntityNames(db, parts) : [],
    parents: has("group") ? [...(await findParents(db, parts)), ...(await findAgentGroups(db, parts))] : [],
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
  /** Null for all names. */
  named: readonly string[] | null;
  /** The id of an agent that is ignored; empty if no agent is ignored. */
  withoutAgent?: string;
}

async function findEntityNames(
  db: Knex,
  { workspaceId, named }: Parts,
): Promise<{ type: string; id: string }[]> {
  const query = db("entities").where({ workspace_id: workspaceId });
  if (named) query.whereRaw("id = any(?::text[])", [[...named]]);
  return query.select("type", "id");
}

/** Returns the distinct parents of stored entities. */
async function findParents(db: Knex, { workspaceId, named }: Parts): Promise<{ type: string; id: string }[]> {
  const list = named && [...named];
  const { rows } = await db.raw<{ rows: { type: string; id: string }[] }>(
    `select distinct p.type, p.id from entities e, json_to_recordset(e.parents) as p(type text, id text)
      where e.workspace_id = ? and e.parents::text <> '[]' and (?::text[] is null or p.id = any(?::text[]))`,
    [workspaceId, list, list],
  );
  return rows;
}

/** Returns the distinct groups of agents. */
async function findAgentGroups(
  db: Knex,
  { workspaceId, named, withoutAgent = "" }: Parts,
): Promise<{ type: string; id: string }[]> {
  const list = named && [...named];
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select distinct g.id from agents a, unnest(a.groups) as g(id)
      where a.workspace_id = ? and a.id <> ? and (?::text[] is null or g.id = any(?::text[]))`,
    [workspaceId, withoutAgent, list, list],
  );
  return rows.map(({ id }) => ({ type: agentGroupType, id }));
}

/** Returns the types of stored entities and of their parents. */
async function findTypes(db: Knex, workspaceId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { type: string }[] }>(
    `select type from entities where workspace_id = :workspaceId
      union select p.type from entities e, json_to_recordset(e.parents) as p(type text)
        where e.workspace_id = :workspaceId and e.parents::text <> '[]'`,
    { workspaceId },
  );
  return rows.map(({ type }) => type);
}

async function findAgentIds(db: Knex, { workspaceId, named, withoutAgent = "" }: Parts): Promise<string[]> {
  const query = db("agents").where({ workspace_id: workspaceId }).whereNot({ id: withoutAgent });
  if (named) query.whereRaw("id = any(?::text[])", [[...named]]);
  const rows: { id: string }[] = await query.select("id");
  return rows.map(({ id }) => id);
}

/** Returns the tool names and patterns that the agents of a workspace declare. */
export async function findToolPatterns(
  db: Knex,
  { workspaceId, named, withoutAgent = "" }: Parts,
): Promise<string[]> {
  const list = named && [...named];
  const { rows } = await db.raw<{ rows: { tool: string }[] }>(
    `select distinct t.tool from agents a, unnest(a.tools) as t(tool) where a.workspace_id = ? and a.id <> ?
      and (?::text[] is null or t.tool = any(?::text[]) or strpos(t.tool, '*') > 0)`,
    [workspaceId, withoutAgent, list, list],
  );
  return rows.map(({ tool }) => tool);
}
