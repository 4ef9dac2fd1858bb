import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DurableNodeFS } from "../durable-node-fs.ts";
import type { WorkerSettings } from "./worker-messages.ts";

/** The only session of an embedded Postgres. Calls to it block the thread. */
export interface PgliteBackend {
  /** Resets all state that the last client left behind. */
  reset(): Promise<void>;
  /** Processes complete messages. The bytes of a response are valid only during the call of `onResponse`. */
  run(messages: Uint8Array, onResponse: (bytes: Uint8Array) => void): Promise<void>;
  isInTransaction(): boolean;
  /** Runs an internal query. Must be called only while the client is idle. */
  query<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * The status of the `longjmp` after an ordinary SQL error. After any other exception, the backend cannot be
 * used any more.
 */
const ordinaryError = 100;

const syncMessage = Uint8Array.of("S".charCodeAt(0), 0, 0, 0, 4);

const settings = {
  // An embedded Postgres has no checkpointer process, so the backend retains the log until the maintenance
  // makes a checkpoint.
  min_wal_size: "32MB",
  max_wal_size: "64MB",
  log_checkpoints: "off",
};

/**
 * Opens the database in a folder, or creates it there.
 *
 * @param onLost is called with the last message from Postgres when the backend stops responding.
 * @throws {Error} if the folder cannot be opened, or if a test write was not synced to the disk.
 */
export async function openPgliteBackend(
  { folder, create, durable }: Omit<WorkerSettings, "entry">,
  onLost: (reason: string) => void,
): Promise<PgliteBackend> {
  // PGlite would create an empty database if the database is missing.
  if (!create && !existsSync(join(folder, "PG_VERSION"))) throw new Error(`No database found in ${folder}.`);
  const files = new DurableNodeFS(folder);
  const log: string[] = [];
  const database = await start(files, { durable, log }).catch((error: unknown) => {
    throw new Error(`The embedded database in ${folder} does not open: ${reasonOf(error, log)}`, {
      cause: error,
    });
  });
  const { Module: module } = database;
  const step = module._PostgresMainLoopOnce;
  // PGlite catches every exception of this function and then calls the function again. After a fatal error,
  // it would repeat this forever.
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if (statusOf(error) !== ordinaryError) onLost(reasonOf(error, log));
      throw error;
    }
  };
  const run = async (messages: Uint8Array, onResponse: (bytes: Uint8Array) => void) => {
    try {
      await database.execProtocolRawStream(messages, { syncToFs: false, onRawData: onResponse });
    } catch (error) {
      onLost(reasonOf(error, log));
      throw error;
    }
  };
  if (durable) await checkThatCommitsReachTheDisk(database, { files, folder });
  return {
    run,
    reset: async () => {
      await run(syncMessage, () => {}); // ends a batch of the last client
      if (database.isInTransaction()) await database.exec("rollback");
      await database.exec("discard all");
    },
    isInTransaction: () => database.isInTransaction(),
    query: async <Row>(sql: string) => (await database.query<Row>(sql)).rows,
    close: () => database.close(),
  };
}

function start(files: DurableNodeFS, { durable, log }: { durable: boolean; log: string[] }): Promise<PGlite> {
  const safety: Record<string, string> = durable ? { fsync: "on", wal_sync_method: "fsync" } : {};
  const parameters = Object.entries({ ...settings, ...safety });
  return PGlite.create({
    fs: files,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => !durable || parameter !== "-F"),
      ...parameters.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    onStderr: (line) => {
      log.push(line);
      if (log.length > 8) log.shift();
      return false;
    },
  });
}

async function checkThatCommitsReachTheDisk(
  database: PGlite,
  { files, folder }: { files: DurableNodeFS; folder: string },
): Promise<void> {
  const before = files.fsyncCount;
  await database.query("select pg_logical_emit_message(true, 'assay', 'does a commit reach the disk?')");
  if (files.fsyncCount > before) return;
  await database.close();
  throw new Error(
    `The embedded database in ${folder} did not sync a committed write to the disk, so a power failure could lose ` +
      "acknowledged data. This build of PGlite is not the one that Assay requires. Reinstall Assay, or set DATABASE_URL.",
  );
}

function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
}

/** Returns the cause of an error, with the last lines of the Postgres log. */
function reasonOf(error: unknown, log: readonly string[]): string {
  // emscripten throws objects that have a message but are not instances of Error.
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  const logLines = log.slice(-4).map((line) => line.replace(/^.*?\] (?=[A-Z]+: )/, "").replace(/\s+/g, " "));
  return [hasMessage ? String(error.message) : String(error), ...logLines].join("; ");
}
