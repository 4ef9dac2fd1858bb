import { escapeIdentifier } from "pg";
import type { Database } from "../../platform/db/connection/connect.ts";
import { migrateUp, migrationStatus, type MigrateOptions } from "../../platform/db/migrate.ts";
import { migrations } from "../../platform/db/migrations/index.ts";
import { insertRowStream } from "../../platform/db/rows.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import { type KeySource, loadKeyring, requireKeysFor } from "../../platform/secrets/load-keyring.ts";
import { checkHeads, type UnacceptedLog } from "../../evidence/log/heads/list-head-faults.ts";
import { readBackupKeys } from "./backup-keys.ts";
import { checkLogs, type LogState } from "./check-logs.ts";
import type { Manifest } from "./manifest.ts";
import { readTable, verifyBackup } from "./read-backup.ts";
import { listTables, type TableShape } from "../../platform/db/table-list.ts";

/** The target of a restore. */
export interface RestoreTarget {
  database: Database;
  /** The keys that must be able to decrypt the secrets in the backup. */
  keys: KeySource;
  /** Database URL for migrations, if it differs from the URL of `database`. */
  directUrl?: string | undefined;
}

/** The result of a restore. */
export interface Restored {
  manifest: Manifest;
  rows: number;
  /** The states of the evidence logs, recomputed from their events. */
  logs: LogState[];
  /** The logs that must be accepted before they can be signed. */
  unaccepted: readonly UnacceptedLog[];
}

/**
 * Restores a backup into an empty database of either engine. First verifies the checksum of every file, and
 * checks that the secrets can be decrypted. Then inserts all rows in one transaction, which also recomputes
 * each evidence log. Finally applies pending migrations.
 *
 * @throws {WrongKey} if the keys do not decrypt the secrets in the backup.
 * @throws {Error} if the backup is incomplete or from a newer release. Also throws an error if the database
 *   is not empty or has a later schema than the backup, or if a log does not match its recorded end. In these
 *   cases, no data is restored.
 */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<Restored> {
  const { database, keys, directUrl } = target;
  const manifest = await verifyBackup(folder);
  requireKeysFor(await readBackupKeys(folder, manifest), keys);
  const options: MigrateOptions = directUrl === undefined ? {} : { directUrl };
  await refuseFull(database);
  await prepareSchema(database, manifest, options);
  const restored = await inTransaction(
    database,
    async (tx) => {
      await tx.raw("set local statement_timeout = 0");
      // A server that starts on an empty database takes the same lock.
      await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay bootstrap', 0))");
      const tables = await listTables(tx);
      await refuseRows(tx, tables);
      const rows = await fill(tx, database, { folder, manifest, tables });
      return { manifest, rows, logs: await checkLogs(tx) };
    },
    { retries: 0 },
  );
  await migrateUp(database, options);
  await database.knex.raw("analyze");
  const { faults: unaccepted } = await checkHeads(database.knex, loadKeyring(keys));
  return { ...restored, unaccepted };
}

async function refuseFull(database: Database): Promise<void> {
  await refuseRows(database.knex, await listTables(database.knex));
}

async function refuseRows(db: Database["knex"], tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    const row: unknown = await db(name).first(db.raw("1 as one"));
    if (row)
      throw new Error(
        `The database is not empty: the table ${name} has rows. Restore into an empty database. ` +
          "A database on which a server has started is not empty, because the server creates a workspace.",
      );
  }
}

/** Applies the same migrations that the backup's database had. */
async function prepareSchema(database: Database, manifest: Manifest, options: MigrateOptions): Promise<void> {
  const known = migrations.map(({ name }) => name);
  const foreign = manifest.migrations.filter((name, index) => known[index] !== name);
  if (foreign.length > 0)
    throw new Error(
      `The backup contains migrations that this release does not have: ${foreign.join(", ")}. Restore the backup with the release that created it, or with a later release.`,
    );
  const { applied } = await migrationStatus(database);
  const later = applied.filter((name) => !manifest.migrations.includes(name));
  if (later.length > 0)
    throw new Error(
      `The database has migrations that the backup does not contain: ${later.join(", ")}. Restore into a database without a schema.`,
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
  // The tables are filled in the order of the catalog, not of the manifest, because referenced tables must be
  // filled first.
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
