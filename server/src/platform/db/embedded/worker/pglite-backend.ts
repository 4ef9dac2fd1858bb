import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { DurableNodeFS } from "../durable-node-fs.ts";
import type { WorkerSettings } from "./worker-messages.ts";

/** The one session of an embedded Postgres. Its calls block the thread until they are done. */
export interface PgliteBackend {
  /** Makes the session as good as new, whatever the last client left behind. */
  reset(): Promise<void>;
  /** Works off whole messages; the answers come in pieces that are only valid during the call. */
  run(messages: Uint8Array, onAnswer: (bytes: Uint8Array) => void): Promise<void>;
  isInTransaction(): boolean;
  /** Runs a query of our own; only while the client is not in the midst of something. */
  query<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** `longjmp` of an ordinary SQL error: the only exception that leaves the backend in order. */
const ordinaryError = 100;

const syncMessage = Uint8Array.of("S".charCodeAt(0), 0, 0, 0, 4);

const settings = {
  // Without a checkpointer of its own the backend keeps the log until the upkeep asks for a checkpoint.
  min_wal_size: "32MB",
  max_wal_size: "64MB",
  log_checkpoints: "off",
};

/**
 * Opens the database in a folder, or makes it there.
 *
 * @param onLost called when the backend can answer no more: with what Postgres said last.
 * @throws {Error} when the folder cannot be opened, or when a test write was not forced to the disk.
 */
export async function openPgliteBackend(
  { folder, create, durable }: Omit<WorkerSettings, "entry">,
  onLost: (reason: string) => void,
): Promise<PgliteBackend> {
  // PGlite would make an empty database in place of one that is gone.
  if (!create && !existsSync(join(folder, "PG_VERSION")))
    throw new Error(`There is no database in ${folder}.`);
  const files = new DurableNodeFS(folder);
  const log: string[] = [];
  const database = await start(files, { durable, log }).catch((error: unknown) => {
    throw new Error(`The embedded database in ${folder} does not open: ${reasonOf(error, log)}`, {
      cause: error,
    });
  });
  const { Module: module } = database;
  const step = module._PostgresMainLoopOnce;
  // PGlite swallows every exception here and calls again: after a fatal error that would be for ever.
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if (statusOf(error) !== ordinaryError) onLost(reasonOf(error, log));
      throw error;
    }
  };
  const run = async (messages: Uint8Array, onAnswer: (bytes: Uint8Array) => void) => {
    try {
      await database.execProtocolRawStream(messages, { syncToFs: false, onRawData: onAnswer });
    } catch (error) {
      onLost(reasonOf(error, log));
      throw error;
    }
  };
  if (durable) await checkThatCommitsReachTheDisk(database, { files, folder });
  return {
    run,
    reset: async () => {
      await run(syncMessage, () => {}); // ends a batch that the last client began
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
    `The embedded database in ${folder} did not force a committed write to the disk, so a power failure could lose ` +
      "what it acknowledged. This build of PGlite is not the one that Assay was made for: reinstall, or use DATABASE_URL.",
  );
}

function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
}

/** What went wrong, with the last of what Postgres wrote into its log. */
function reasonOf(error: unknown, log: readonly string[]): string {
  // emscripten throws objects that have a message and are no errors
  const hasMessage = typeof error === "object" && error !== null && "message" in error;
  const said = log.slice(-4).map((line) => line.replace(/^.*?\] (?=[A-Z]+: )/, "").replace(/\s+/g, " "));
  return [hasMessage ? String(error.message) : String(error), ...said].join("; ");
}
