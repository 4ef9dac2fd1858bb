import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { escapeIdentifier } from "pg";
import type { Database, OnNotice } from "./database.ts";
import { openEmbedded } from "../embedded/open-embedded.ts";
import type { PgliteHost } from "../embedded/worker/pglite-host.ts";
import { WireStream } from "../embedded/worker/wire-stream.ts";
import { openHosts } from "./hosts/host-resolver.ts";
import { createListener } from "./listener.ts";
import { createPool } from "./pool.ts";
import { checkPooledSettings } from "./pooled-settings.ts";
import { routeConnections } from "./pool-lanes.ts";
import { DiskSpaceMonitor } from "./disk-space-monitor.ts";
import { breakOffWhenDead, type SilenceTimes } from "./connection-watchdog.ts";
import { Subscriptions } from "./subscriptions.ts";
import { takesWrites } from "./takes-writes.ts";
import { unreachable } from "./unreachable.ts";

export type { Database, DatabaseNotice } from "./database.ts";

export interface OpenOptions {
  /** URL of a Postgres server: `postgres://…`. */
  readonly url?: string;
  /** URL of a direct connection for notifications, if `url` is that of a transaction pooler. */
  readonly directUrl?: string | undefined;
  /** The environment variable that contains `url`, for error messages (default `DATABASE_URL`). */
  readonly variable?: string;
  /** The folder of the embedded database, which is used if `url` is not set. */
  readonly dataDir?: string;
  /**
   * Maximum number of connections to a server (default 10). The embedded database has only one connection.
   */
  readonly poolMax?: number;
  /**
   * Time after which statements fail (milliseconds, default 60 s); 0 disables the limit. The embedded
   * database ignores this option.
   */
  readonly statementTimeoutMs?: number;
  /**
   * Maximum number of further connections to a server for work in the priority lane (default: none, so that all
   * work uses the same connections). The embedded database ignores this option.
   */
  readonly priorityPoolMax?: number;
  /**
   * Maximum time for which work in a lane waits for a connection (milliseconds, default 5 s), if there are
   * priority connections.
   */
  readonly laneWaitMs?: number;
  /** Maximum time for which a query waits for a connection before it fails (milliseconds, default 30 s). */
  readonly acquireTimeoutMs?: number;
  /** Determines when a connection to a server counts as dead; tests use shorter times. */
  readonly silence?: SilenceTimes;
  /** Whether commits in the embedded database are synced to the disk (default true); false only for tests. */
  readonly durable?: boolean;
  /**
   * Template for a new embedded database (see `buildTemplate`), or null for no template. The default is the
   * template that the build created.
   */
  readonly template?: string | null;
  /** Receives events that occur in the background, such as lost and restored connections or backends. */
  readonly onNotice?: OnNotice;
}

/** The name of this process's connections, by which `doctor` counts the processes. */
export const applicationName = `assay ${randomBytes(4).toString("hex")}`;

/**
 * Opens the database at `url`, or the embedded database in `dataDir`.
 *
 * @throws {DatabaseUnreachable} if the server cannot be reached.
 * @throws {Error} if neither `url` nor `dataDir` is given or both are, if the folder is in use, or if its
 * files have a different version.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, dataDir } = options;
  if (url !== undefined && dataDir === undefined) return openServer(url, options);
  if (dataDir !== undefined && url === undefined) return openFolder(dataDir, options);
  throw new Error("Set either `url` (Postgres server) or `dataDir` (embedded database), not both.");
}

async function openServer(url: string, options: OpenOptions): Promise<Database> {
  const { poolMax = 10, onNotice = () => {}, variable = "DATABASE_URL" } = options;
  const hosts = openHosts(url);
  const pooled = options.directUrl !== undefined;
  const connection = { application_name: applicationName, connectionTimeoutMillis: 10_000, keepAlive: true };
  // Until the first connection succeeds, this function reports a failure as its error, and sends no notices.
  let isConnected = false;
  const laterNotices: OnNotice = (notice) => isConnected && onNotice(notice);
  const diskSpace = new DiskSpaceMonitor(() => performance.now());
  const watch = breakOffWhenDead({ connection, hosts }, options.silence);
  const open = (max: number): Knex =>
    createPool({
      connection,
      hosts,
      pooled,
      min: 0,
      max,
      ...limits(options),
      onNotice: laterNotices,
      onConnect: async (client) => {
        diskSpace.listenTo(client);
        watch(client);
      },
    });
  const pool = open(poolMax);
  const pools = [{ name: "main" as const, knex: pool }, ...openPriority(pool, open, options)];
  await connectOnce(pool).catch((error: unknown) => Promise.reject(unreachable(error, url, variable)));
  if (pooled) await checkPooledSettings(pool, limits(options).statementTimeoutMs);
  isConnected = true;
  const listened = options.directUrl === undefined ? hosts : openHosts(options.directUrl);
  const listener = createListener({ connection, hosts: listened }, onNotice);
  return {
    knex: pool,
    pools,
    engine: "postgres",
    canCopy: true,
    pooled,
    url,
    listen: listener.listen,
    notify,
    isHealthy: async () => diskSpace.isAvailable() && (await takesWrites(pool)),
    close: async () => {
      await listener.close();
      for (const { knex } of pools.toReversed()) await knex.destroy();
    },
  };
}

/** Opens the priority connections, if there are any, and makes the main pool use them. */
function openPriority(
  main: Knex,
  open: (max: number) => Knex,
  { priorityPoolMax, laneWaitMs: waitMs = 5000 }: OpenOptions,
): { name: "priority"; knex: Knex }[] {
  if (priorityPoolMax === undefined) return [];
  const priority = open(priorityPoolMax);
  routeConnections({ main, priority, waitMs });
  return [{ name: "priority", knex: priority }];
}

async function openFolder(dataDir: string, options: OpenOptions): Promise<Database> {
  const { onNotice = () => {}, durable, template } = options;
  return openOnHost(await openEmbedded({ dataDir, durable, template, onNotice }), options);
}

/** Opens the database of an embedded Postgres that is already running. Closing it also closes its host. */
export async function openOnHost(host: PgliteHost, options: OpenOptions): Promise<Database> {
  const { onNotice = () => {} } = options;
  const diskSpace = new DiskSpaceMonitor(() => performance.now());
  const subscriptions = new Subscriptions(onNotice);
  const pool = createPool({
    // All options are set explicitly, so that environment variables such as PGSSLMODE have no effect.
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
    pools: [{ name: "main", knex: pool }],
    engine: "embedded",
    canCopy: false,
    pooled: false,
    url: null,
    listen: (channel, onPayload) => listenOn(pool, subscriptions, { channel, onPayload }),
    notify,
    // This check does not run a query, because the only connection can be busy for a long time. The host is
    // notified if the thread of the database is lost.
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

/** Connects once, so that a wrong URL or an unavailable server is reported at startup. */
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
 * Listens through the only connection of the embedded database, which receives its own notifications when a
 * transaction commits.
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
