import { callbackify } from "node:util";
import knex, { type Knex } from "knex";
import type { Client } from "pg";
import type { OnNotice } from "./database.ts";
import { columnTypes } from "../column-types.ts";
import { guardTransactions } from "../transaction.ts";

export interface PoolSettings {
  /** Connection options of the driver. */
  readonly connection: Knex.PgConnectionConfig;
  readonly min: number;
  readonly max: number;
  /** Queries fail after waiting this many milliseconds for a connection. */
  readonly acquireTimeoutMs: number;
  /** Statements fail after this many milliseconds; 0 disables the limit. */
  readonly statementTimeoutMs: number;
  /** Statements fail after waiting this many milliseconds for a lock; default: no limit. */
  readonly lockTimeoutMs?: number;
  /** Runs on a new connection after its settings are applied. */
  readonly onConnect?: (client: Client) => Promise<void>;
  /** Receives messages that Knex would print to the console, mostly about lost connections. */
  readonly onNotice: OnNotice;
}

/** Creates a Knex pool whose connections use UTC and Assay's value readers. */
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
    // Knex copies a plain object and loses the classes in it; a function avoids the copy.
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
