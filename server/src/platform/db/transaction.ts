import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import type { Client } from "pg";
import { detached, traced } from "../tracing/span.ts";
import type { Database } from "./connection/database.ts";

/** A transaction. It is a required argument of every query that must be part of a transaction. */
export type Tx = Knex.Transaction;

export interface TransactionOptions {
  /** The isolation level; the default in Postgres is "read committed". */
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  /** Maximum number of retries after a conflict with another transaction (default 4). */
  readonly retries?: number;
}

interface Running {
  readonly knex: Knex;
  readonly outer: Running | undefined;
  over: boolean;
}

const running = new AsyncLocalStorage<Running | undefined>();

/**
 * serialization_failure and deadlock_detected, which can be retried according to the documentation of
 * Postgres.
 */
const conflicts: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/**
 * Runs work in a transaction, which is committed on success and rolled back after an error. After a conflict
 * with another transaction, the work is run again, so it must not have any effect outside of the database.
 *
 * The work must only use the given transaction. A query through another connection would not be part of the
 * transaction and, because the embedded database has only one connection, would wait forever. Such a query
 * therefore throws an error immediately.
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
    // The delay is random and doubles each time, so that conflicting transactions do not conflict again.
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}

/**
 * Runs background work that a transaction starts but that is not part of it. The work may run queries outside
 * of the transaction, and the active span does not apply to it. Must not be awaited inside the transaction,
 * because on the embedded database the work would then never finish.
 */
export function outsideTransaction<T>(work: () => T): T {
  return running.run(undefined, () => detached(work));
}

/** Returns the SQLSTATE of an error, such as "23505" for a unique violation; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** Returns the driver's connection of a transaction, on which frequent statements can be run directly. */
export async function connectionOf(tx: Tx): Promise<Client> {
  // Knex does not type this method; the client of a transaction returns the transaction's connection.
  return tx.client.acquireConnection();
}

/**
 * Runs a frequent statement directly on one of the pool's driver connections, because preparing it with Knex
 * would take longer than the statement itself.
 */
export async function withConnection<T>(
  { knex }: Pick<Database, "knex">,
  work: (connection: Client) => Promise<T>,
): Promise<T> {
  // Knex does not type its client, but the client of every dialect has these methods.
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

/**
 * Makes queries outside of a running transaction throw an error. Must be called once for each Knex instance.
 */
export function guardTransactions(knex: Knex): void {
  // Knex does not type its client, but the client of every dialect acquires all connections with this method.
  const client: { acquireConnection: () => Promise<unknown> } = knex.client;
  const acquire = client.acquireConnection;
  client.acquireConnection = function acquireConnection() {
    for (let one = running.getStore(); one; one = one.outer) {
      if (one.knex === knex && !one.over) return Promise.reject(new OutsideTransaction());
    }
    return acquire.call(this);
  };
}

class OutsideTransaction extends Error {
  override readonly name = "OutsideTransaction";

  constructor() {
    super(
      "A query ran outside of its transaction: use the `tx` of `inTransaction` instead of " +
        "`database.knex`, or `outsideTransaction` for background work.",
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
