import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** Makes other transactions that check a limit of the workspace wait until this transaction ends. */
export async function lockWorkspace(tx: Tx, workspaceId: string): Promise<void> {
  await tx("workspaces").where({ id: workspaceId }).forNoKeyUpdate().first("id");
}

/** Returns the workspace's own maximum of requests per minute; null if it has none. */
export async function findWorkspaceRate(db: Knex, workspaceId: string): Promise<number | null> {
  const row: { rate: number } | undefined = await db("workspace_limits")
    .where({ workspace_id: workspaceId })
    .first("rate");
  return row?.rate ?? null;
}

/** Sets the workspace's own maximum of requests per minute. Every process uses it within 5 seconds. */
export async function setWorkspaceRate(db: Knex, workspaceId: string, rate: number): Promise<void> {
  await db("workspace_limits").insert({ workspace_id: workspaceId, rate }).onConflict("workspace_id").merge();
}
