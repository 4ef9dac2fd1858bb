import type { Entity } from "@assay/contract/control/entities/entities";
import type { Knex } from "knex";
import type { Database } from "../../platform/db/connection/connect.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** Identifies an entity in its workspace. */
type EntityName = Pick<Entity, "type" | "id">;

const columns = ["type", "id", "properties"];

/** The declared actions of a workspace; empty if it never had entities. */
export async function findActions(db: Knex, workspaceId: string): Promise<string[]> {
  const row: { actions: string[] } | undefined = await db("entity_sets")
    .where({ workspace_id: workspaceId })
    .first("actions");
  return row?.actions ?? [];
}

/**
 * Locks the entities of a workspace against other changes until the transaction ends.
 *
 * @returns the declared actions.
 */
export async function lockEntities(tx: Tx, workspaceId: string, at: number): Promise<string[]> {
  const fresh = { workspace_id: workspaceId, updated_at: at };
  await tx("entity_sets").insert(fresh).onConflict("workspace_id").ignore();
  const row: { actions: string[] } | undefined = await tx("entity_sets")
    .where({ workspace_id: workspaceId })
    .forUpdate()
    .first("actions");
  if (!row) throw new Error(`The entities of workspace ${workspaceId} could not be locked.`);
  return row.actions;
}

/** Sets the declared actions of a workspace whose entities are locked. */
export async function updateActions(
  tx: Tx,
  workspaceId: string,
  { actions, at }: { actions: readonly string[]; at: number },
): Promise<void> {
  await tx("entity_sets")
    .where({ workspace_id: workspaceId })
    .update({ actions: [...actions], updated_at: at });
}

/** Entities in byte order of type and id. */
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

/** The stored ones of these entities. */
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

/** Deletes the named entities of a workspace, or all of them. */
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
    rows: entities.map(({ type, id, properties }) => [workspaceId, type, id, JSON.stringify(properties)]),
  });
}
