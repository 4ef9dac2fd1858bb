import type { Entity } from "@assay/contract/control/entities/entity-object";
import type { EntityName } from "@assay/contract/control/hierarchy/entity-name";
import type { EntityDecision } from "@assay/contract/control/entities/entity-rules";
import type { Knex } from "knex";
import type { Database } from "../../platform/db/connection/connect.ts";
import { actionColumns, type DeclaredActions } from "../hierarchy-queries.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";

const columns = ["type", "id", "properties", "parents"];

/** Returns the declared actions of a workspace; empty lists if the workspace never had entities. */
export async function findActions(db: Knex, workspaceId: string): Promise<DeclaredActions> {
  const row: DeclaredActions | undefined = await db("entity_sets")
    .where({ workspace_id: workspaceId })
    .first(actionColumns);
  return row ?? { actions: [], actionGroups: {}, types: [] };
}

/** Sets the declared actions and action groups of a workspace whose entities are locked. */
export async function updateActions(
  tx: Tx,
  workspaceId: string,
  {
    actions,
    actionGroups,
    types,
    at,
  }: Pick<EntityDecision, "actions" | "actionGroups" | "types"> & { at: number },
): Promise<void> {
  await tx("entity_sets")
    .where({ workspace_id: workspaceId })
    .update({
      actions: [...actions],
      action_groups: JSON.stringify(actionGroups),
      types: [...types],
      updated_at: at,
    });
}

/** Lists entities in byte order of type and id. */
export async function listEntities(
  db: Knex,
  { workspaceId, type }: { workspaceId: string; type?: string | undefined },
  { limit, after }: { limit: number; after: readonly (string | number)[] | undefined },
): Promise<Entity[]> {
  const query = db("entities")
    .where({ workspace_id: workspaceId, ...(type !== undefined && { type }) })
    .orderBy(["type", "id"])
    .limit(limit)
    .select(columns);
  if (after) query.whereRaw('(type, id) > (?::text collate "C", ?::text collate "C")', [...after]);
  return query;
}

const among = (names: readonly EntityName[]): [string, string[][]] => [
  "(type, id) in (select * from unnest(?::text[], ?::text[]))",
  [names.map(({ type }) => type), names.map(({ id }) => id)],
];

/** Returns those of the named entities that are stored. */
export async function findEntities(
  db: Knex,
  workspaceId: string,
  names: readonly EntityName[],
): Promise<Entity[]> {
  if (names.length === 0) return [];
  return db("entities")
    .where({ workspace_id: workspaceId })
    .whereRaw(...among(names))
    .select(columns);
}

/** The number of entities of a workspace. */
export async function countEntities(db: Knex, workspaceId: string): Promise<number> {
  const row = await db("entities").where({ workspace_id: workspaceId }).count({ count: "*" }).first();
  return Number(row?.count ?? 0);
}

/** Deletes the named entities of a workspace, or all of its entities if `names` is "all". */
export async function deleteEntities(
  tx: Tx,
  workspaceId: string,
  names: "all" | readonly EntityName[],
): Promise<void> {
  if (names.length === 0) return;
  const query = tx("entities").where({ workspace_id: workspaceId });
  if (names !== "all") query.whereRaw(...among(names));
  await query.delete();
}

/** Stores entities that do not exist yet. */
export async function insertEntities(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, entities }: { workspaceId: string; entities: readonly Entity[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "entities",
    columns: ["workspace_id", ...columns],
    rows: entities.map(({ type, id, properties, parents }) => [
      workspaceId,
      type,
      id,
      JSON.stringify(properties),
      JSON.stringify(parents),
    ]),
  });
}
