import { AsyncLocalStorage } from "node:async_hooks";
import type { Knex } from "knex";
import { guardTransactions } from "../transaction.ts";

/**
 * The lane of work that uses connections. `priority` is for authorizations, probes and leases, which use their
 * own pool. `request` is for other requests, which wait for a connection for a limited time. Other work, such
 * as jobs, has no lane.
 */
export type PoolLane = "priority" | "request";

const lanes = new AsyncLocalStorage<PoolLane>();

/** Runs work, and everything that it starts, in a lane. */
export const inPoolLane = <T>(lane: PoolLane, work: () => T): T => lanes.run(lane, work);

/** Thrown if no connection became free in time, because all connections of the pool are in use. */
export class PoolExhausted extends Error {
  override readonly name = "PoolExhausted";

  constructor() {
    super("Timeout acquiring a connection: all connections of the pool are in use.");
  }
}

/** Two pools of connections to the same server. */
export interface PoolPair {
  main: Knex;
  priority: Knex;
  /** Maximum time for which work in a lane waits for a connection (milliseconds). */
  waitMs: number;
}

/** Makes queries of the main pool use the pool and the maximum wait of their lane. */
export function routeConnections({ main, priority, waitMs }: PoolPair): void {
  // Knex does not type its client, but the client of every dialect has these members.
  const client: PooledClient = main.client;
  const other: PooledClient = priority.client;
  const acquire = client.acquireConnection.bind(client);
  const release = client.releaseConnection.bind(client);
  const ofPriority = new WeakSet<object>();
  client.acquireConnection = async () => {
    const lane = lanes.getStore();
    if (lane === undefined) return acquire();
    if (lane === "request") return acquireInTime({ acquire, release, pool: client.pool }, waitMs);
    const connection = await acquireInTime(
      {
        acquire: () => other.acquireConnection(),
        release: (one) => other.releaseConnection(one),
        pool: other.pool,
      },
      waitMs,
    );
    ofPriority.add(connection);
    return connection;
  };
  client.releaseConnection = (connection) =>
    ofPriority.has(connection) ? other.releaseConnection(connection) : release(connection);
  guardTransactions(main);
}

interface PooledClient {
  acquireConnection: () => Promise<object>;
  releaseConnection: (connection: object) => Promise<void>;
  pool: ConnectionPool;
}

/** The members of the pool (tarn) that are read. */
export interface ConnectionPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  max: number;
}

interface Acquisition {
  acquire: () => Promise<object>;
  release: (connection: object) => Promise<void>;
  pool: ConnectionPool;
}

/** Acquires a connection. A connection that becomes free after the maximum wait is released at once. */
async function acquireInTime({ acquire, release, pool }: Acquisition, waitMs: number): Promise<object> {
  const pending = acquire();
  if (pool.numPendingAcquires() === 0) return pending;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  try {
    const connection = await Promise.race([pending, late]);
    if (connection !== undefined) return connection;
  } finally {
    clearTimeout(timer);
  }
  // If the pool is not full, the server does not accept a connection; its own error is more precise.
  if (pool.numUsed() < pool.max) return pending;
  pending.then(release).catch(() => {}); // the caller has its error already
  throw new PoolExhausted();
}
