import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import type { Client } from "pg";
import type { Database } from "./connection/database.ts";
import { migrations as allMigrations } from "./migrations/index.ts";
import { changedRemedy, changedText, compareSteps } from "./migrations/compare-steps.ts";
import {
  createStepsTable,
  loadAppliedNames,
  type Migration,
  namesTable,
  withDigest,
} from "./migrations/schema-steps.ts";
import { openHosts } from "./connection/hosts/host-resolver.ts";
import { createPool } from "./connection/pool.ts";
import { sqlState } from "./transaction.ts";
import { unreachable } from "./connection/unreachable.ts";

export interface MigrateOptions {
  /** URL of a direct connection, if the database's URL is that of a transaction pooler. */
  readonly directUrl?: string;
  /** The steps, oldest first (default: the steps of this release). */
  readonly migrations?: readonly Migration[];
}

/** Returns the migration options of this installation. */
export const migrateOptionsOf = ({
  databaseDirectUrl: directUrl,
}: {
  databaseDirectUrl: string | undefined;
}): MigrateOptions => (directUrl === undefined ? {} : { directUrl });

/** Lists of step names, oldest first. */
export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** The steps that a newer release has applied. */
  readonly unknown: readonly string[];
}

/** "assay" as a number: the key of the advisory lock that a process holds while it changes the schema. */
const lockKey = 0x61_73_73_61_79;
const lockPollMs = 250;
const lockWaitMs = 10 * 60_000;

/**
 * Lock timeout per attempt (milliseconds). This time is short, because a change that waits for a busy table
 * blocks all later queries on this table.
 */
const tableLockTimeoutMs = 3_000;
const tableLockAttempts = 10;
/** lock_not_available and deadlock_detected. */
const busyTableStates: readonly unknown[] = ["55P03", "40P01"];

/** Reads which migrations were applied, without changing the schema. */
export async function migrationStatus(
  database: Pick<Database, "knex">,
  options: Pick<MigrateOptions, "migrations"> = {},
): Promise<MigrationStatus> {
  const applied = await loadAppliedNames(database.knex);
  const names = (options.migrations ?? allMigrations).map(({ name }) => name);
  return {
    applied,
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  };
}

/**
 * Applies the migrations of this release. If another process is already migrating, waits for it. If a process
 * died during a migration, its partial changes were rolled back, and do not block the next run.
 *
 * @returns the names of the steps that this call has applied.
 * @throws {Error} if the schema belongs to a newer release, if an applied step differs from this release, or if
 * another process holds the lock for ten minutes.
 */
export async function migrateUp(
  database: Database,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const before = await migrationStatus(database, options);
  refuseNewer(before);
  await refuseChanged(database, options);
  if (before.pending.length === 0) return [];
  return underLock(database, options, async (knex) => {
    const { pending, unknown } = await migrationStatus({ knex }, options);
    refuseNewer({ unknown });
    await createStepsTable(knex);
    await knex.migrate.forceFreeMigrationsLock(configOf(options));
    await retryOnBusyTables(() => knex.migrate.latest(configOf(options)));
    return pending;
  });
}

/**
 * Verifies that the schema belongs to this release. Administrative commands do not migrate an existing
 * schema, because servers of another release may be using the database. An empty database is migrated,
 * because no server can be using it.
 *
 * @throws {Error} if migrations are pending, or if the schema belongs to a newer release.
 */
export async function expectSchema(database: Database, options: MigrateOptions = {}): Promise<void> {
  const { applied, pending } = await migrationStatus(database, options);
  if (applied.length > 0 && pending.length > 0)
    throw new Error(
      `The database's schema is older than this release of Assay; pending: ${pending.join(", ")}. ` +
        "Create a backup, then run `assay-server migrate up` or start a server of this release, which also migrates the schema.",
    );
  await migrateUp(database, options);
}

/**
 * Rolls back the last step, which deletes its tables and their rows.
 *
 * @returns the name of the step; undefined if there was no applied step.
 * @throws {Error} if the schema belongs to a newer release.
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
    await createStepsTable(knex);
    await knex.migrate.forceFreeMigrationsLock(configOf(options));
    await retryOnBusyTables(() => knex.migrate.down(configOf(options)));
    return last;
  });
}

function refuseNewer({ unknown }: Pick<MigrationStatus, "unknown">): void {
  if (unknown.length === 0) return;
  throw new Error(
    `The database's schema is newer than this release of Assay, which does not know the migrations ${unknown.join(", ")}. ` +
      "Start the release that applied them or a later release, or roll them back with `migrate down` of that release.",
  );
}

async function refuseChanged(database: Database, options: MigrateOptions): Promise<void> {
  const { changed } = await compareSteps(database.knex, options.migrations ?? allMigrations);
  if (changed.length > 0) throw new Error(`${changedText(changed)} ${changedRemedy}`);
}

function configOf({ migrations }: MigrateOptions): Knex.MigratorConfig {
  const source: Knex.MigrationSource<Migration> = {
    getMigrations: async () => (migrations ?? allMigrations).map(withDigest),
    getMigrationName: ({ name }) => name,
    getMigration: async (migration) => migration,
  };
  return { tableName: namesTable, migrationSource: source };
}

async function retryOnBusyTables(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await change();
      return;
    } catch (error) {
      if (attempt === tableLockAttempts || !busyTableStates.includes(sqlState(error))) throw error;
    }
    await delay(500 + Math.random() * 500);
  }
}

/**
 * Runs work while holding the advisory lock. The embedded database does not need this lock, because its
 * folder is locked and it has only one connection.
 */
async function underLock<T>(
  database: Database,
  { directUrl }: MigrateOptions,
  work: (knex: Knex) => Promise<T>,
): Promise<T> {
  const url = directUrl ?? database.url;
  if (database.engine === "embedded" || url === null) return work(database.knex);
  const pool = createPool({
    connection: { application_name: "assay migrate", connectionTimeoutMillis: 10_000 },
    hosts: openHosts(url),
    min: 0,
    max: 2, // one connection holds the lock, the other one migrates
    acquireTimeoutMs: 30_000,
    statementTimeoutMs: 0,
    lockTimeoutMs: tableLockTimeoutMs,
    onNotice: () => {},
  });
  try {
    // Knex does not type this method; with the dialect "pg", it returns the driver's connections.
    const holder: Client = await pool.client
      .acquireConnection()
      .catch((error: unknown) =>
        Promise.reject(unreachable(error, url, directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL")),
      );
    await waitForLock(holder);
    try {
      return await work(pool);
    } finally {
      await holder.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => {}); // fails only if the connection was lost
      await pool.client.releaseConnection(holder);
    }
  } finally {
    await pool.destroy();
  }
}

/**
 * Waits for the lock by polling. A query that waits would hold a snapshot, and `create index concurrently`
 * waits until that snapshot is released.
 */
async function waitForLock(holder: Client): Promise<void> {
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    const { rows } = await holder.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      lockKey,
    ]);
    if (rows[0]?.locked) return;
    if (Date.now() > deadline) {
      throw new Error(
        "Another process has been changing the database's schema for ten minutes. Check that process, then retry.",
      );
    }
    await delay(lockPollMs * (0.8 + 0.4 * Math.random()));
  }
}
