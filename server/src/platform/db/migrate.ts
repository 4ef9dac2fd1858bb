import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import type { Client } from "pg";
import type { Database } from "./connection/database.ts";
import { migrations as allMigrations } from "./migrations/index.ts";
import { createPool } from "./connection/pool.ts";
import { sqlState } from "./transaction.ts";
import { unreachable } from "./connection/unreachable.ts";

/** One step of the schema, and the way back. */
export interface Migration {
  readonly name: string;
  readonly up: (knex: Knex) => Promise<void>;
  readonly down: (knex: Knex) => Promise<void>;
  /** `transaction: false` for what Postgres does outside one only, as an index made `concurrently`. */
  readonly config?: { readonly transaction?: boolean };
}

export interface MigrateOptions {
  /** A session's own connection, when the database's address leads through a pooler of transactions. */
  readonly directUrl?: string;
  /** The steps, oldest first; default: those of this release. */
  readonly migrations?: readonly Migration[];
}

/** How this installation is migrated. */
export const migrateOptionsOf = ({
  databaseDirectUrl: directUrl,
}: {
  databaseDirectUrl: string | undefined;
}): MigrateOptions => (directUrl === undefined ? {} : { directUrl });

/** Names of steps, oldest first. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by a newer release, and not known to this one. */
  readonly unknown: readonly string[];
}

const tableName = "knex_migrations";

/** "assay" as a number: the advisory lock that whoever changes the schema of a database holds. */
const lockKey = 0x61_73_73_61_79;
const lockPollMs = 250;
const lockWaitMs = 10 * 60_000;

/** A change that waits for a busy table keeps everyone behind it waiting: so it gives up soon, and tries again. */
const tableLockTimeoutMs = 3_000;
const tableLockAttempts = 10;
const lockNotAvailable = "55P03";
const undefinedTable = "42P01";

/** Where the schema is; reads only, and cheap. */
export async function migrationStatus(
  database: Pick<Database, "knex">,
  options: Pick<MigrateOptions, "migrations"> = {},
): Promise<MigrationStatus> {
  const applied = await appliedNames(database.knex);
  const known = (options.migrations ?? allMigrations).map(({ name }) => name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/**
 * Brings the schema up to this release. Any number of processes may do so at once: one works, the others wait for it.
 * A process that died midway is no hindrance; what it had not finished is undone.
 *
 * @returns the names of the steps applied by this call.
 * @throws {Error} when the schema is of a newer release, or when another process holds the lock for ten minutes.
 */
export async function migrateUp(
  database: Database,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const before = await migrationStatus(database, options);
  refuseNewer(before);
  if (before.pending.length === 0) return [];
  return underLock(database, options, async (knex) => {
    const { pending, unknown } = await migrationStatus({ knex }, options);
    refuseNewer({ unknown });
    await knex.migrate.forceFreeMigrationsLock(configOf(options));
    await retryOnBusyTables(() => knex.migrate.latest(configOf(options)));
    return pending;
  });
}

/**
 * What administers a database leaves its schema as it is, for servers of another release may run on it. An empty database
 * gets its schema: there nobody is.
 *
 * @throws {Error} when steps are pending, or when the schema is of a newer release.
 */
export async function expectSchema(database: Database, options: MigrateOptions = {}): Promise<void> {
  const { applied, pending } = await migrationStatus(database, options);
  if (applied.length > 0 && pending.length > 0)
    throw new Error(
      `The database's schema is older than this release of Assay; pending: ${pending.join(", ")}. ` +
        "Back up, then run `assay-server migrate up`, or start a server of this release, which does it too.",
    );
  await migrateUp(database, options);
}

/**
 * Takes back the last step; its tables and what is in them are gone then.
 *
 * @returns the name of the step; undefined when there is none to take back.
 * @throws {Error} when the schema is of a newer release.
 */
export async function migrateDown(
  database: Database,
  options: MigrateOptions = {},
): Promise<string | undefined> {
  return underLock(database, options, async (knex) => {
    const { applied, unknown } = await migrationStatus({ knex }, options);
    refuseNewer({ unknown });
    const last = applied.at(-1);
    if (last === undefined) return undefined;
    await knex.migrate.forceFreeMigrationsLock(configOf(options));
    await retryOnBusyTables(() => knex.migrate.down(configOf(options)));
    return last;
  });
}

async function appliedNames(knex: Knex): Promise<string[]> {
  try {
    return await knex(tableName).orderBy("id").pluck<string[]>("name");
  } catch (error) {
    if (sqlState(error) === undefinedTable) return [];
    throw error;
  }
}

function refuseNewer({ unknown }: Pick<MigrationStatus, "unknown">): void {
  if (unknown.length === 0) return;
  throw new Error(
    `The database's schema is newer than this release of Assay: it does not know ${unknown.join(", ")}. ` +
      "Start the release that applied it, or a later one; or take it back with that release's `migrate down`.",
  );
}

function configOf({ migrations }: MigrateOptions): Knex.MigratorConfig {
  const source: Knex.MigrationSource<Migration> = {
    getMigrations: async () => [...(migrations ?? allMigrations)],
    getMigrationName: ({ name }) => name,
    getMigration: async (migration) => migration,
  };
  return { tableName, migrationSource: source };
}

async function retryOnBusyTables(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change();
      return;
    } catch (error) {
      if (attempt === tableLockAttempts || sqlState(error) !== lockNotAvailable) throw error;
    }
    await delay(500 + Math.random() * 500);
  }
}

/** The embedded database needs no lock: its folder has one, and one process with one connection. */
async function underLock<T>(
  database: Database,
  { directUrl }: MigrateOptions,
  work: (knex: Knex) => Promise<T>,
): Promise<T> {
  const url = directUrl ?? database.url;
  if (database.engine === "embedded" || url === null) return work(database.knex);
  const pool = createPool({
    connection: { connectionString: url, application_name: "assay migrate", connectionTimeoutMillis: 10_000 },
    min: 0,
    max: 2, // one holds the lock, the other works
    acquireTimeoutMs: 30_000,
    statementTimeoutMs: 0,
    lockTimeoutMs: tableLockTimeoutMs,
    onNotice: () => {},
  });
  try {
    // Knex leaves this type open; its dialect "pg" gives the driver's connections.
    const holder: Client = await pool.client
      .acquireConnection()
      .catch((error: unknown) =>
        Promise.reject(unreachable(error, url, directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL")),
      );
    await waitForLock(holder);
    try {
      return await work(pool);
    } finally {
      await holder.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => {}); // lost: so is the lock
      await pool.client.releaseConnection(holder);
    }
  } finally {
    await pool.destroy();
  }
}

/** Asks again and again: a query that waits would hold a snapshot, which an index made `concurrently` waits for. */
async function waitForLock(holder: Client): Promise<void> {
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    const { rows } = await holder.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      lockKey,
    ]);
    if (rows[0]?.locked) return;
    if (Date.now() > deadline) {
      throw new Error(
        "Another process has been changing the database's schema for ten minutes; see what it is doing.",
      );
    }
    await delay(lockPollMs * (0.8 + 0.4 * Math.random()));
  }
}
