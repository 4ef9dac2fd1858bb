import type { Knex } from "knex";
import type { Database } from "../db/connection/connect.ts";
import type { Tx } from "../db/transaction.ts";
import { activeSpan, type TraceContext } from "../tracing/span.ts";
import * as sql from "./queue-sql.ts";

/** A job to enqueue. */
export interface NewJob {
  workspaceId: string;
  /** Selects the handler. */
  kind: string;
  /** JSON that the handler's schema accepts. */
  payload: unknown;
  /** Jobs of a group are cancelled together. */
  groupId?: string;
  /** 0 to 32,767; smaller runs first. Default 0. */
  priority?: number;
  /** Maximum number of attempts before the job is dead. Default 5. */
  maxAttempts?: number;
}

/** The right to work on a job until the lease expires; the token distinguishes it from all other leases. */
export interface Lease {
  workspaceId: string;
  id: string;
  token: string;
}

/** A job that this process has leased. */
export interface Job<Payload = unknown> extends Lease {
  kind: string;
  groupId: string | null;
  /** Number of attempts, including this one. */
  attempts: number;
  payload: Payload;
  /** The traced work that enqueued it, if any. */
  traceContext: TraceContext | null;
}

/** The lease is lost: it expired and another worker claimed the job, or the job was cancelled. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor(id: string) {
    super(
      `The lease on job ${id} is lost: it ran out, or the job was cancelled; what was done is discarded.`,
    );
  }
}

interface JobRow {
  workspace_id: string;
  id: string;
  kind: string;
  group_id: string | null;
  attempts: number;
  payload: unknown;
  trace_context: TraceContext | null;
  lease_token: string;
}

const channel = "assay_jobs";
const jobOf = (row: JobRow): Job => ({
  workspaceId: row.workspace_id,
  id: row.id,
  kind: row.kind,
  groupId: row.group_id,
  attempts: row.attempts,
  payload: row.payload,
  traceContext: row.trace_context,
  token: row.lease_token,
});

/**
 * Jobs in the database, claimed under leases: a worker must still hold the lease when it writes the effect.
 *
 * All times are the database's, so that machines with different clocks agree. Locks are always taken in one
 * order: jobs first, then their subjects.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #newId: () => string;
  readonly #leaseSeconds: number;

  /** @param options `leaseSeconds`: duration of a lease without a heartbeat; default 60. */
  constructor(database: Database, options: { newId: () => string; leaseSeconds?: number }) {
    this.#database = database;
    this.#newId = options.newId;
    this.#leaseSeconds = options.leaseSeconds ?? 60;
  }

  /** Enqueues jobs in the transaction that causes them; workers are notified on commit. */
  async enqueue(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const origin = activeSpan()?.context;
    const rows = jobs.map((job) => ({
      workspace_id: job.workspaceId,
      id: this.#newId(),
      kind: job.kind,
      group_id: job.groupId ?? null,
      priority: job.priority ?? 0,
      run_at: tx.raw(sql.present),
      state: "ready",
      max_attempts: job.maxAttempts ?? 5,
      payload: JSON.stringify(job.payload),
      trace_context: origin === undefined ? null : JSON.stringify(origin),
      created_at: tx.raw("now()"),
    }));
    await tx("jobs").insert(rows);
    await this.#wake(tx);
  }

  /** Calls back when jobs may be ready, enqueued by any process; returns the function that unsubscribes. */
  onReady(listener: () => void): Promise<() => Promise<void>> {
    return this.#database.listen(channel, listener);
  }

  /** Claims up to `limit` ready jobs of these kinds, most urgent first. */
  async claim(kinds: readonly string[], limit: number): Promise<Job[]> {
    const bindings = [[...kinds], limit, this.#newId(), this.#leaseSeconds];
    return (await rowsOf<JobRow>(this.#database.knex, sql.claim, bindings)).map(jobOf);
  }

  /**
   * Marks a job done. Must run first in the transaction of the effect: it locks the job, and prevents a
   * worker that lost its lease from writing.
   *
   * @throws {LeaseLost} if the lease is lost.
   */
  async complete(tx: Tx, lease: Lease): Promise<void> {
    const [done] = await rowsOf(tx, sql.complete, [lease.workspaceId, lease.id, lease.token]);
    if (!done) throw new LeaseLost(lease.id);
  }

  /**
   * Fails an attempt: the job waits for its retry, or is dead after its last attempt.
   *
   * @param reason stored with the job for operators.
   * @throws {LeaseLost} if the lease is lost.
   */
  fail(tx: Tx, lease: Lease, reason: string): Promise<"ready" | "dead"> {
    return this.#endAttempt(tx, sql.fail, { lease, reason });
  }

  /**
   * Ends an attempt that failed for a persistent cause outside of the job; such attempts never count.
   *
   * @throws {LeaseLost} if the lease is lost.
   */
  postpone(tx: Tx, lease: Lease, reason: string): Promise<"ready" | "dead"> {
    return this.#endAttempt(tx, sql.postpone, { lease, reason });
  }

  async #endAttempt(
    tx: Tx,
    statement: string,
    { lease, reason }: { lease: Lease; reason: string },
  ): Promise<"ready" | "dead"> {
    const bindings = [reason, lease.workspaceId, lease.id, lease.token];
    const [row] = await rowsOf<{ state: "ready" | "dead" }>(tx, statement, bindings);
    if (!row) throw new LeaseLost(lease.id);
    return row.state;
  }

  /** Extends leases; returns the ids of those still held. */
  async heartbeat(leases: readonly Lease[]): Promise<Set<string>> {
    const bindings = [...columnsOf(leases), this.#leaseSeconds];
    return new Set(
      (await rowsOf<{ id: string }>(this.#database.knex, sql.heartbeat, bindings)).map(({ id }) => id),
    );
  }

  /** Releases jobs: they are ready immediately, and the attempt does not count. */
  async release(tx: Tx, leases: readonly Lease[]): Promise<void> {
    await rowsOf(tx, sql.release, columnsOf(leases));
    await this.#wake(tx);
  }

  /** Expires every lease: for a process that is alone on the database and has claimed no job yet. */
  async expireAll(): Promise<void> {
    await rowsOf(this.#database.knex, sql.expireAll, []);
  }

  /**
   * Makes jobs with expired leases ready again; returns their number. `claimExhausted` handles those without
   * attempts left.
   */
  async reap(tx: Tx): Promise<number> {
    const rows = await rowsOf(tx, sql.reap, []);
    if (rows.length > 0) await this.#wake(tx);
    return rows.length;
  }

  /**
   * Marks one job dead whose last lease expired, and returns it; undefined if at most `passOver` such jobs
   * exist.
   */
  async claimExhausted(tx: Tx, passOver: number): Promise<Job | undefined> {
    const [row] = await rowsOf<JobRow>(tx, sql.claimExhausted, [passOver]);
    return row && jobOf(row);
  }

  /** Cancels ready and running jobs of a group; waits for jobs that are writing their effect. */
  async cancelGroup(tx: Tx, workspaceId: string, groupId: string): Promise<number> {
    return (await rowsOf(tx, sql.cancelGroup, [workspaceId, groupId])).length;
  }

  /**
   * Deletes jobs that ended more than `hours` ago, 5,000 at a time; dead jobs are retained thirty times as
   * long.
   */
  async purge(hours: number): Promise<number> {
    return (await rowsOf(this.#database.knex, sql.purge, [hours, hours])).length;
  }

  #wake(tx: Tx): Promise<void> {
    return this.#database.notify(tx, channel, "");
  }
}

async function rowsOf<Row>(db: Knex, statement: string, bindings: Knex.RawBinding[]): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(statement, bindings);
  return rows;
}

const columnsOf = (leases: readonly Lease[]): string[][] => [
  leases.map(({ workspaceId }) => workspaceId),
  leases.map(({ id }) => id),
  leases.map(({ token }) => token),
];
