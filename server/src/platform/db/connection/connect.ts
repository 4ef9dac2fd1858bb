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
  /** `postgres://…`: address of a Postgres server. */
  readonly url?: string;
  /** The variable that holds `url`, for error messages; default `DATABASE_URL`. */
  readonly variable?: string;
  /** The folder of the embedded database; used without `url`. */
  readonly dataDir?: string;
  /** Maximum number of connections to a server; default 10. The embedded database has one. */
  readonly poolMax?: number;
  /**
   * Statements fail after this many milliseconds; 0 disables the limit. Default 60 s. The embedded database
   * ignores it.
   */
  readonly statementTimeoutMs?: number;
  /** Queries fail after waiting this many milliseconds for a connection; default 30 s. */
  readonly acquireTimeoutMs?: number;
  /** When a connection to a server counts as dead; tests shorten it. */
  readonly silence?: SilenceTimes;
  /** False: the embedded database does not sync commits to the disk; for tests. Default true. */
  readonly durable?: boolean;
  /**
   * Template of a new embedded database, see `buildTemplate`; null for none. Default: the template of the
   * build.
   */
  readonly template?: string | null;
  /** Receives background events: lost and restored connections and backends. */
  readonly onNotice?: OnNotice;
}

const healthTimeoutMs = 5_000;

/**
 * Opens the database at `url`, or the embedded one in `dataDir`.
 *
 * @throws {DatabaseUnreachable} if the server cannot be reached.
 * @throws {Error} if neither or both are given, the folder is in use, or its files have another version.
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
  // The error of the first connection reports earlier failures, so notices start afterwards.
  let isConnected = false;
  const laterNotices: OnNotice = (notice) => isConnected && onNotice(notice);
  const diskSpace = new DiskSpaceMonitor(() => performance.now());
  const watch = breakOffWhenDead(connection, options.silence);
  const pool = createPool({
    connection,
    min: 0,
    max: poolMax,
    ...limits(options),
    onNotice: laterNotices,
    onConnect: async (client) => {
      diskSpace.listenTo(client);
      watch(client);
    },
  });
  await connectOnce(pool).catch((error: unknown) => Promise.reject(unreachable(error, url, variable)));
  isConnected = true;
  const listener = createListener(connection, onNotice);
  return {
    knex: pool,
    engine: "postgres",
    canCopy: true,
    url,
    listen: listener.listen,
    notify,
    isHealthy: async () => diskSpace.isAvailable() && (await takesWrites(pool)),
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

/** Opens the database of a running embedded Postgres. Closing the database also closes the host. */
export async function openOnHost(host: PgliteHost, options: OpenOptions): Promise<Database> {
  const { onNotice = () => {} } = options;
  const diskSpace = new DiskSpaceMonitor(() => performance.now());
  const subscriptions = new Subscriptions(onNotice);
  const pool = createPool({
    // All options are explicit, so that environment variables such as PGSSLMODE have no effect.
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
      diskSpace.listenTo(client);
      client.on("notification", ({ channel, payload }) => subscriptions.deliver(channel, payload ?? ""));
      for (const channel of subscriptions.channels) await client.query(`listen ${escapeIdentifier(channel)}`);
    },
  });
  await connectOnce(pool).catch((error: unknown) => host.close().then(() => Promise.reject(error)));
  return {
    knex: pool,
    engine: "embedded",
    canCopy: false,
    url: null,
    listen: (channel, onPayload) => listenOn(pool, subscriptions, { channel, onPayload }),
    notify,
    // The only connection can be busy for long, so this does not query; the thread reports its own loss.
    isHealthy: async () => diskSpace.isAvailable() && host.isReady(),
    close: async () => {
      await pool.destroy();
      await host.close();
    },
  };
}

function limits({ acquireTimeoutMs = 30_000, statementTimeoutMs = 60_000 }: OpenOptions) {
  return { acquireTimeoutMs, statementTimeoutMs };
}

/** Connects once, so that a wrong address or a failing server is reported at startup. */
async function connectOnce(pool: Knex): Promise<void> {
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

/**
 * The embedded database has one connection, which receives its own notifications when the transaction
 * commits.
 */
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

/** Whether the server responds in time and accepts writes; read-only servers and standbys do not. */
async function takesWrites(pool: Knex): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), healthTimeoutMs);
  });
  const isWritable = outsideTransaction(() =>
    pool
      .raw<{ rows: { onlyReads: string }[] }>(
        `select current_setting('transaction_read_only') as "onlyReads"`,
      )
      .then(({ rows }) => rows[0]?.onlyReads === "off"),
  ).catch(() => false);
  try {
    return await Promise.race([isWritable, late]);
  } finally {
    clearTimeout(timer);
  }
}
