import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import type { Client } from "pg";
import { detached, traced } from "../tracing/span.ts";
import type { Database } from "./connection/database.ts";

/** A transaction: a required argument of every query that must be part of one. */
export type Tx = Knex.Transaction;

export interface TransactionOptions {
  /** Postgres' own default is "read committed". */
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  /** How often the work is done again after a conflict with another transaction; default 4. */
  readonly retries?: number;
}

interface Running {
  readonly knex: Knex;
  readonly outer: Running | undefined;
  over: boolean;
}

const running = new AsyncLocalStorage<Running | undefined>();

/** serialization_failure and deadlock_detected: Postgres asks for the same again. */
const conflicts: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/**
 * Does work in a transaction that commits when it succeeds and is undone when it throws. After a conflict with another
 * transaction the work is done again from the start, so it must do nothing that the database cannot undo.
 *
 * Inside, only the transaction given may be used: a query past it would be no part of it, and on the embedded
 * database, which has one connection, would wait for it for ever. So it throws at once.
 */
export function inTransaction<T>(
  { knex }: Pick<Database, "knex">,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return traced(transactionSpan, () => attempts(knex, work, options));
}

const transactionSpan = () => ({ name: "transaction", attributes: { "db.system.name": "postgresql" } });

async function attempts<T>(
  knex: Knex,
  work: (tx: Tx) => Promise<T>,
  { isolation, retries = 4 }: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await knex.transaction(
        (tx) => guarded(knex, () => work(tx)),
        isolation && { isolationLevel: isolation },
      );
    } catch (error) {
      if (attempt > retries || !conflicts.has(sqlState(error))) throw error;
    }
    // Those that met must not meet again: a random while, longer each time.
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}

/**
 * Runs something that a transaction sets off but that is no part of it: queries past the transaction are allowed in it
 * again, and it is no part of the active span. For work that goes on in the background; to await it inside the transaction
 * would stop the embedded database.
 */
export function outsideTransaction<T>(work: () => T): T {
  return running.run(undefined, () => detached(work));
}

/** The code Postgres gave an error, as "23505" for a broken unique key; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** A transaction's own connection, the driver's: for statements of which many are made. */
export async function connectionOf(tx: Tx): Promise<Client> {
  // Knex leaves this type open; the client of a transaction gives the transaction's own connection.
  return tx.client.acquireConnection();
}

/** Gives a connection of the pool, the driver's, for one statement of which many are made: Knex costs more than the statement. */
export async function withConnection<T>(
  { knex }: Pick<Database, "knex">,
  work: (connection: Client) => Promise<T>,
): Promise<T> {
  // Knex leaves the type of its client open: every dialect's has these methods.
  const client: PooledClient = knex.client;
  const connection = await client.acquireConnection();
  try {
    return await work(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}

interface PooledClient {
  acquireConnection: () => Promise<Client>;
  releaseConnection: (connection: Client) => Promise<void>;
}

/** Makes a query that passes a transaction by throw; once for each Knex. */
export function guardTransactions(knex: Knex): void {
  // Knex leaves the type of its client open: every dialect's has this method, and takes all its connections by it.
  const client: { acquireConnection: () => Promise<unknown> } = knex.client;
  const acquire = client.acquireConnection;
  client.acquireConnection = function acquireConnection() {
    for (let one = running.getStore(); one; one = one.outer) {
      if (one.knex === knex && !one.over) return Promise.reject(new PassesTransactionBy());
    }
    return acquire.call(this);
  };
}

class PassesTransactionBy extends Error {
  override readonly name = "PassesTransactionBy";

  constructor() {
    super(
      "A query inside a transaction was made past it: use the `tx` that `inTransaction` gave instead of " +
        "`database.knex`, or `outsideTransaction` for what goes on in the background.",
    );
  }
}

async function guarded<T>(knex: Knex, work: () => Promise<T>): Promise<T> {
  const own: Running = { knex, outer: running.getStore(), over: false };
  try {
    return await running.run(own, work);
  } finally {
    own.over = true;
  }
}
