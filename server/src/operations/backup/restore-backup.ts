import { escapeIdentifier } from "pg";
import type { Database } from "../../platform/db/connection/connect.ts";
import { migrateUp, migrationStatus, type MigrateOptions } from "../../platform/db/migrate.ts";
import { migrations } from "../../platform/db/migrations/index.ts";
import { insertRowStream } from "../../platform/db/rows.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import { listWrappings } from "../../platform/secrets/key-wrapping.ts";
import type { KeyEncryptionKey } from "../../platform/secrets/keyring.ts";
import { checkLogs, type LogState } from "./check-logs.ts";
import type { Manifest } from "./manifest.ts";
import { readTable, verifyBackup } from "./read-backup.ts";
import { listTables, type TableShape } from "../../platform/db/table-list.ts";

/** Where a backup goes. */
export interface RestoreTarget {
  database: Database;
  /** By which the secrets in the backup must open. */
  keyring: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
  /** As for migrating. */
  directUrl?: string | undefined;
}

/** What was restored. */
export interface Restored {
  manifest: Manifest;
  rows: number;
  /** The evidence logs, each worked out anew from its events. */
  logs: LogState[];
}

/**
 * Restores a backup into an empty database, of either engine, whichever the backup is from. First every file is held against
 * its checksum; then all rows go in by one transaction, and before it ends the secrets are opened and each evidence log is
 * worked out anew. Last the schema is brought up to this release's.
 *
 * @throws {Error} when the backup is not whole or of a newer release, when the database is not empty or of a later schema than
 *   the backup, when no key opens the secrets, or when a log is not what its end says. Nothing is left behind then.
 */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<Restored> {
  const { database, keyring, directUrl } = target;
  const manifest = await verifyBackup(folder);
  const options: MigrateOptions = directUrl === undefined ? {} : { directUrl };
  await refuseFull(database);
  await prepareSchema(database, manifest, options);
  const restored = await inTransaction(
    database,
    async (tx) => {
      await tx.raw("set local statement_timeout = 0");
      // What a server that starts on an empty database waits for, too.
      await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay bootstrap', 0))");
      const tables = await listTables(tx);
      await refuseRows(tx, tables);
      const rows = await fill(tx, database, { folder, manifest, tables });
      await refuseUnreadable(tx, keyring);
      return { manifest, rows, logs: await checkLogs(tx) };
    },
    { retries: 0 },
  );
  await migrateUp(database, options);
  await database.knex.raw("analyze");
  return restored;
}

async function refuseFull(database: Database): Promise<void> {
  await refuseRows(database.knex, await listTables(database.knex));
}

async function refuseRows(db: Database["knex"], tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    const row: unknown = await db(name).first(db.raw("1 as one"));
    if (row)
      throw new Error(
        `The database is not empty: the table ${name} has rows. Restore into a database of its own; ` +
          "a server that has started on one has made a workspace there already.",
      );
  }
}

/** Brings the schema up as far as the backup's. */
async function prepareSchema(database: Database, manifest: Manifest, options: MigrateOptions): Promise<void> {
  const known = migrations.map(({ name }) => name);
  const foreign = manifest.migrations.filter((name, index) => known[index] !== name);
  if (foreign.length > 0)
    throw new Error(
      `The backup is of another release: this one does not know ${foreign.join(", ")}. Restore it with the release that wrote it, or a later one.`,
    );
  const { applied } = await migrationStatus(database);
  const later = applied.filter((name) => !manifest.migrations.includes(name));
  if (later.length > 0)
    throw new Error(
      `The database has steps of the schema that the backup has not: ${later.join(", ")}. Restore into a database without a schema.`,
    );
  await migrateUp(database, { ...options, migrations: migrations.slice(0, manifest.migrations.length) });
}

async function fill(
  tx: Tx,
  database: Database,
  { folder, manifest, tables }: { folder: string; manifest: Manifest; tables: readonly TableShape[] },
): Promise<number> {
  const missing = manifest.tables.filter(({ name }) => !tables.some((table) => table.name === name));
  if (missing.length > 0)
    throw new Error(`The schema has no table ${missing.map(({ name }) => name).join(", ")}.`);
  let total = 0;
  // In the order of the catalog, not the manifest's: what is referred to goes first.
  for (const { name, identity } of tables) {
    const table = manifest.tables.find((one) => one.name === name);
    if (!table) continue;
    total += await insertRowStream(tx, database, {
      table: name,
      columns: table.columns,
      identity: "given",
      rows: readTable(folder, table),
    });
    if (identity !== null) await continueCount(tx, name, identity);
  }
  return total;
}

async function continueCount(tx: Tx, table: string, column: string): Promise<void> {
  const [of, counted] = [escapeIdentifier(table), escapeIdentifier(column)];
  await tx.raw(
    `select setval(pg_get_serial_sequence(?, ?), coalesce(max(${counted}), 1), max(${counted}) is not null) from ${of}`,
    [table, column],
  );
}

async function refuseUnreadable(tx: Tx, keyring: RestoreTarget["keyring"]): Promise<void> {
  const closed = (await listWrappings(tx, keyring)).filter(({ unreadable }) => unreadable > 0);
  if (closed.length === 0) return;
  throw new Error(
    `The secrets in the backup are wrapped by the key-encryption keys ${closed.map(({ version }) => JSON.stringify(version)).join(", ")}, ` +
      "and none of those here opens them. Set ASSAY_SECRET_KEYS to what it was (from the embedded database: the text of `secret-keys` in its data folder).",
  );
}
