import { escapeIdentifier } from "pg";
import { listTables } from "../../platform/db/table-list.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { inTransaction, sqlState, type Tx } from "../../platform/db/transaction.ts";

/**
 * A trigger that refuses deletion, and the mode in which it is enabled: always, at the origin, or on a
 * replica.
 */
interface Guard {
  table: string;
  name: string;
  state: "A" | "O" | "R";
}

const notPrivileged = "42501";
const enabling: Readonly<Record<Guard["state"], string>> = {
  A: "enable always trigger",
  O: "enable trigger",
  R: "enable replica trigger",
};

/**
 * Deletes a workspace with all its data, including its evidence, in one transaction. Triggers on the evidence
 * tables refuse deletion to every role. The transaction disables these triggers under a lock that blocks
 * other writers, so the role must have permission to alter the tables.
 *
 * @param admin a database connection with a role that owns the tables, or with a superuser role.
 * @returns the number of deleted rows, and the number of tables from which rows were deleted.
 * @throws {Error} if the role is not permitted to alter the tables.
 */
export async function deleteWorkspace(
  admin: Pick<Database, "knex">,
  workspaceId: string,
): Promise<{ rows: number; tables: number }> {
  try {
    return await inTransaction(admin, (tx) => deleteLocked(tx, workspaceId), { retries: 0 });
  } catch (error) {
    if (sqlState(error) !== notPrivileged) throw error;
    throw new Error(
      `The role in DATABASE_ADMIN_URL is not permitted to alter the tables. It must own them, be a member of the owning role, or be a superuser (${error instanceof Error ? error.message : ""}).`,
      { cause: error },
    );
  }
}

async function deleteLocked(tx: Tx, workspaceId: string): Promise<{ rows: number; tables: number }> {
  await tx.raw("set local statement_timeout = 0");
  const tables = (await listTables(tx)).filter(({ ofWorkspace }) => ofWorkspace).map(({ name }) => name);
  const guards = await listGuards(tx);
  const granted = await grantDelete(tx, tables);
  for (const { table, name } of guards) await alter(tx, table, `disable trigger ${escapeIdentifier(name)}`);
  let [rows, touched] = [0, 0];
  // Deletes from referencing tables before the tables that they reference.
  for (const table of tables.toReversed()) {
    const deleted = await tx(table).where({ workspace_id: workspaceId }).delete();
    rows += deleted;
    if (deleted > 0) touched += 1;
  }
  rows += await tx("workspaces").where({ id: workspaceId }).delete();
  for (const { table, name, state } of guards)
    await alter(tx, table, `${enabling[state]} ${escapeIdentifier(name)}`);
  for (const table of granted) await tx.raw(`revoke delete on ${escapeIdentifier(table)} from current_user`);
  return { rows, tables: touched + 1 };
}

/**
 * Lists the triggers of all tables. Partitioned tables come first, because a change to their triggers also
 * applies to their partitions.
 */
async function listGuards(tx: Tx): Promise<Guard[]> {
  const { rows } = await tx.raw<{ rows: Guard[] }>(
    `select c.relname as table, t.tgname as name, t.tgenabled as state
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
      and (t.tgtype & 8) <> 0 -- on delete
    order by c.relispartition, c.relname, t.tgname`,
  );
  return rows;
}

/**
 * Grants the role the right to delete from tables where not even the owner has this right.
 *
 * @returns the names of these tables.
 */
async function grantDelete(tx: Tx, tables: readonly string[]): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { table: string }[] }>(
    `select name as table from unnest(?::text[]) as name
    where not has_table_privilege(current_user, quote_ident(name)::regclass, 'delete')`,
    [[...tables]],
  );
  const granted = rows.map(({ table }) => table);
  for (const table of granted) await tx.raw(`grant delete on ${escapeIdentifier(table)} to current_user`);
  return granted;
}

const alter = (tx: Tx, table: string, change: string) =>
  tx.raw(`alter table ${escapeIdentifier(table)} ${change}`);
