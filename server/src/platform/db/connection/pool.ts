import { callbackify } from "node:util";
import knex, { type Knex } from "knex";
import type { Client } from "pg";
import type { OnNotice } from "./database.ts";
import { columnTypes } from "../column-types.ts";
import { guardTransactions } from "../transaction.ts";
import { type HostResolver, isHostFailure } from "./hosts/host-resolver.ts";

export interface PoolSettings {
  /** The driver's connection options. */
  readonly connection: Knex.PgConnectionConfig;
  /** The hosts of the server to connect to; undefined if `connection` contains a stream. */
  readonly hosts?: HostResolver;
  readonly min: number;
  readonly max: number;
  /**
   * Whether the connections lead to a transaction pooler, which keeps no settings of a connection (default false). If so,
   * the role must have the settings: see `checkPooledSettings`.
   */
  readonly pooled?: boolean;
  /** Maximum time for which a query waits for a connection before it fails (milliseconds). */
  readonly acquireTimeoutMs: number;
  /** Time after which statements fail (milliseconds); 0 disables the limit. */
  readonly statementTimeoutMs: number;
  /**
   * Maximum time for which a statement waits for a lock before it fails (milliseconds, default: no limit).
   */
  readonly lockTimeoutMs?: number;
  /** Is called for each new connection after its settings are applied. */
  readonly onConnect?: (client: Client) => Promise<void>;
  /** Receives the messages that Knex would otherwise print to the console, mostly about lost connections. */
  readonly onNotice: OnNotice;
}

/** Creates a Knex pool whose connections use UTC and Assay's value readers. */
export function createPool(settings: PoolSettings): Knex {
  const session =
    "set timezone = 'UTC'; " +
    `set statement_timeout = ${Math.trunc(settings.statementTimeoutMs)}; ` +
    `set lock_timeout = ${Math.trunc(settings.lockTimeoutMs ?? 0)}`;
  const { hosts } = settings;
  const generations = new WeakMap<object, number | undefined>();
  const prepare = async (client: Client) => {
    generations.set(client, hosts?.generation);
    if (hosts) client.on("error", () => hosts.invalidate());
    if (!settings.pooled) await client.query(session);
    await settings.onConnect?.(client);
    return client;
  };
  const pool = knex({
    client: "pg",
    // Knex copies a plain object, and the copy loses class instances that the object contains. A function
    // prevents this.
    connection: () => connectionOf(settings),
    log: {
      debug: () => {},
      deprecate: (feature: string) =>
        settings.onNotice({ level: "warn", message: `Knex: ${feature} is deprecated.` }),
      warn: (message: unknown) => settings.onNotice({ level: "warn", message: `Knex: ${String(message)}` }),
      error: (message: unknown) => settings.onNotice({ level: "error", message: `Knex: ${String(message)}` }),
    },
    acquireConnectionTimeout: settings.acquireTimeoutMs,
    pool: {
      min: settings.min,
      max: settings.max,
      afterCreate: callbackify(prepare),
      // An idle connection to a host that is no longer used is closed.
      validate: (client: object) => generations.get(client) === hosts?.generation,
    },
  });
  if (hosts) invalidateOnFailure(pool, hosts);
  guardTransactions(pool);
  return pool;
}

/** Returns the options of new connections. They are used until the host is invalidated. */
async function connectionOf({ connection, hosts }: PoolSettings): Promise<Knex.PgConnectionConfig> {
  const options = { types: columnTypes, ...connection };
  if (!hosts) return options;
  const connectionString = await hosts.resolve();
  const { generation } = hosts;
  return { ...options, connectionString, expirationChecker: () => hosts.generation !== generation };
}

function invalidateOnFailure(pool: Knex, hosts: HostResolver): void {
  pool.on("query-error", (error: unknown) => {
    if (isHostFailure(error)) hosts.invalidate();
  });
  // Knex does not type its client, but its pool (tarn) emits this event.
  const { pool: connections }: { pool: { on: (event: "createFail", listener: () => void) => void } } =
    pool.client;
  connections.on("createFail", () => hosts.invalidate());
}
