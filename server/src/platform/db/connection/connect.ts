import type { Knex } from "knex";
import { escapeIdentifier } from "pg";
import type { Database, OnNotice } from "./database.ts";
import { openEmbedded } from "../embedded/open-embedded.ts";
import type { PgliteHost } from "../embedded/worker/pglite-host.ts";
import { WireStream } from "../embedded/worker/wire-stream.ts";
import { createListener } from "./listener.ts";
import { createPool } from "./pool.ts";
import { DiskSpaceMonitor } from "./disk-space-monitor.ts";
import { breakOffWhenDead, type SilenceTimes } from "./connection-watchdog.ts";
import { Subscriptions } from "./subscriptions.ts";
import { outsideTransaction } from "../transaction.ts";
import { unreachable } from "./unreachable.ts";

export type { Database, DatabaseNotice } from "./database.ts";

export interface OpenOptions {
  /** `postgres://…`: a server of its own. */
  readonly url?: string;
  /** The variable that `url` is from, for what is said when nothing answers there; default `DATABASE_URL`. */
  readonly variable?: string;
  /** The folder of the embedded database, when there is no `url`. */
  readonly dataDir?: string;
  /** The most connections to a server; default 10. The embedded database has one. */
  readonly poolMax?: number;
  /** After this a statement is ended with an error; 0 is never. Default 60 s. The embedded database does not keep it. */
  readonly statementTimeoutMs?: number;
  /** How long a query waits for a connection before it fails; default 30 s. */
  readonly acquireTimeoutMs?: number;
  /** When a connection to a server counts as dead; for tests. */
  readonly silence?: SilenceTimes;
  /** False: the embedded database does not force commits to the disk; for tests. Default true. */
  readonly durable?: boolean;
  /** What a new embedded database begins from, see `buildTemplate`; null: nothing. Default: what the build made. */
  readonly template?: string | null;
  /** Hears of what happens in the background: connections and backends lost and mended. */
  readonly onNotice?: OnNotice;
}

const healthTimeoutMs = 5_000;

/**
 * Opens the database at `url`, or the embedded one in `dataDir`.
 *
 * @throws {DatabaseUnreachable} when the server cannot be reached; Error when neither or both are given, or when the folder
 *   is in use or its files are of another version.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, dataDir } = options;
  if (url !== undefined && dataDir === undefined) return openServer(url, options);
  if (dataDir !== undefined && url === undefined) return openFolder(dataDir, options);
  throw new Error(
    "Give `url` for a Postgres server or `dataDir` for the embedded database, and only one of them.",
  );
}

async function openServer(url: string, options: OpenOptions): Promise<Database> {
  const { poolMax = 10, onNotice = () => {}, variable = "DATABASE_URL" } = options;
  const connection = {
    connectionString: url,
    application_name: "assay",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  // What fails before is told once, by the error.
  let hasAnswered = false;
  const afterwards: OnNotice = (notice) => hasAnswered && onNotice(notice);
  const room = new DiskSpaceMonitor(() => performance.now());
  const watch = breakOffWhenDead(connection, options.silence);
  const pool = createPool({
    connection,
    min: 0,
    max: poolMax,
    ...limits(options),
    onNotice: afterwards,
    onConnect: async (client) => {
      room.listenTo(client);
      watch(client);
    },
  });
  await firstAnswer(pool).catch((error: unknown) => Promise.reject(unreachable(error, url, variable)));
  hasAnswered = true;
  const listener = createListener(connection, onNotice);
  return {
    knex: pool,
    engine: "postgres",
    canCopy: true,
    url,
    listen: listener.listen,
    notify,
    isHealthy: async () => room.isThere() && (await takesWrites(pool)),
    close: async () => {
      await listener.close();
      await pool.destroy();
    },
  };
}

async function openFolder(dataDir: string, options: OpenOptions): Promise<Database> {
  const { onNotice = () => {}, durable, template } = options;
  return openOnHost(await openEmbedded({ dataDir, durable, template, onNotice }), options);
}

/** The database of an embedded Postgres that runs; closing it closes the host, too. */
export async function openOnHost(host: PgliteHost, options: OpenOptions): Promise<Database> {
  const { onNotice = () => {} } = options;
  const room = new DiskSpaceMonitor(() => performance.now());
  const subscriptions = new Subscriptions(onNotice);
  const pool = createPool({
    // Said in full, so that no variable like PGSSLMODE has a say.
    connection: {
      user: "postgres",
      database: "postgres",
      application_name: "assay",
      ssl: false,
      stream: () => new WireStream(host),
    },
    min: 1,
    max: 1,
    ...limits(options),
    onNotice,
    onConnect: async (client) => {
      room.listenTo(client);
      client.on("notification", ({ channel, payload }) => subscriptions.deliver(channel, payload ?? ""));
      for (const channel of subscriptions.channels) await client.query(`listen ${escapeIdentifier(channel)}`);
    },
  });
  await firstAnswer(pool).catch((error: unknown) => host.close().then(() => Promise.reject(error)));
  return {
    knex: pool,
    engine: "embedded",
    canCopy: false,
    url: null,
    listen: (channel, onPayload) => listenOn(pool, subscriptions, { channel, onPayload }),
    notify,
    // Its one connection may be busy for long; the thread says itself when it is lost.
    isHealthy: async () => room.isThere() && host.isReady(),
    close: async () => {
      await pool.destroy();
      await host.close();
    },
  };
}

function limits({ acquireTimeoutMs = 30_000, statementTimeoutMs = 60_000 }: OpenOptions) {
  return { acquireTimeoutMs, statementTimeoutMs };
}

/** Connects, so that what is wrong with the address or the server is said at once. */
async function firstAnswer(pool: Knex): Promise<void> {
  try {
    await pool.raw("select 1");
  } catch (error) {
    await pool.destroy();
    throw error;
  }
}

async function notify(tx: Knex, channel: string, payload: string): Promise<void> {
  await tx.raw("select pg_notify(?, ?)", [channel, payload]);
}

/** On the embedded database the pool's one connection hears what it notifies itself, when the transaction commits. */
async function listenOn(
  pool: Knex,
  subscriptions: Subscriptions,
  { channel, onPayload }: { channel: string; onPayload: (payload: string) => void },
): Promise<() => Promise<void>> {
  const handler = (payload: string) => onPayload(payload);
  if (subscriptions.add(channel, handler)) await pool.raw(`listen ${escapeIdentifier(channel)}`);
  return async () => {
    if (subscriptions.remove(channel, handler)) await pool.raw(`unlisten ${escapeIdentifier(channel)}`);
  };
}

/** Whether the server answers in time, and lets write: one that was set to read only, or stands by for another, does not. */
async function takesWrites(pool: Knex): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), healthTimeoutMs);
  });
  const answered = outsideTransaction(() =>
    pool
      .raw<{ rows: { onlyReads: string }[] }>(
        `select current_setting('transaction_read_only') as "onlyReads"`,
      )
      .then(({ rows }) => rows[0]?.onlyReads === "off"),
  ).catch(() => false);
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
