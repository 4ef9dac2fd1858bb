import { callbackify } from "node:util";
import knex, { type Knex } from "knex";
import type { Client } from "pg";
import type { OnNotice } from "./database.ts";
import { columnTypes } from "../column-types.ts";
import { guardTransactions } from "../transaction.ts";

export interface PoolSettings {
  /** How the driver connects. */
  readonly connection: Knex.PgConnectionConfig;
  readonly min: number;
  readonly max: number;
  /** How long a query waits for a connection before it fails. */
  readonly acquireTimeoutMs: number;
  /** After this a statement is ended with an error; 0 is never. */
  readonly statementTimeoutMs: number;
  /** After this a statement that waits for a lock is ended with an error; default never. */
  readonly lockTimeoutMs?: number;
  /** Does more to a new connection, after its settings are made. */
  readonly onConnect?: (client: Client) => Promise<void>;
  /** Hears what Knex would write to the console: connections that were lost, mostly. */
  readonly onNotice: OnNotice;
}

/** Connections behind a Knex, each set to UTC and with our reading of values. */
export function createPool(settings: PoolSettings): Knex {
  const session =
    "set timezone = 'UTC'; " +
    `set statement_timeout = ${Math.trunc(settings.statementTimeoutMs)}; ` +
    `set lock_timeout = ${Math.trunc(settings.lockTimeoutMs ?? 0)}`;
  const prepare = async (client: Client) => {
    await client.query(session);
    await settings.onConnect?.(client);
    return client;
  };
  const pool = knex({
    client: "pg",
    // A function, as Knex copies a plain object and the copy would lose the classes in it.
    connection: () => ({ types: columnTypes, ...settings.connection }),
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
    },
  });
  guardTransactions(pool);
  return pool;
}
