import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Knex } from "knex";
import type { Client } from "pg";
import { detached, traced } from "../tracing/span.ts";
import type { Database } from "./connection/database.ts";

/** A transaction: a required argument of every query that must be part of one. */
export type Tx = Knex.Transaction;

export interface TransactionOptions {
  /** Default of Postgres: "read committed". */
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  /** Number of retries after a conflict with another transaction; default 4. */
  readonly retries?: number;
}

interface Running {
  readonly knex: Knex;
  readonly outer: Running | undefined;
  over: boolean;
}

const running = new AsyncLocalStorage<Running | undefined>();

/** serialization_failure and deadlock_detected, which Postgres documents as retryable. */
const conflicts: ReadonlySet<unknown> = new Set(["40001", "40P01"]);

/**
 * Runs work in a transaction: commits on success, rolls back on an error. After a conflict with another
 * transaction the work runs again, so it must have no effect outside of the database.
 *
 * The work may only use the given transaction. A query outside of it would not be part of it and, on the only
 * connection of the embedded database, would wait forever. Such a query throws immediately.
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
    // A random delay that doubles, so that conflicting transactions do not meet again.
    await delay(Math.random() * 10 * 2 ** attempt);
  }
}

/**
 * Runs background work that a transaction starts but does not include: queries outside of the transaction are
 * allowed, and the active span is detached. Do not await it inside the transaction: on the embedded database
 * it would never finish.
 */
export function outsideTransaction<T>(work: () => T): T {
  return running.run(undefined, () => detached(work));
}

/** The SQLSTATE of an error, such as "23505" for a unique violation; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** The driver's connection of a transaction, for frequent statements. */
export async function connectionOf(tx: Tx): Promise<Client> {
  // Knex does not type this; the client of a transaction returns the transaction's connection.
  return tx.client.acquireConnection();
}

/**
 * Runs a frequent statement on a driver connection of the pool, because Knex costs more than the statement.
 */
export async function withConnection<T>(
  { knex }: Pick<Database, "knex">,
  work: (connection: Client) => Promise<T>,
): Promise<T> {
  // Knex does not type its client; every dialect has these methods.
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

/** Makes queries outside of a running transaction throw; call once per Knex. */
export function guardTransactions(knex: Knex): void {
  // Knex does not type its client; every dialect acquires all connections by this method.
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
