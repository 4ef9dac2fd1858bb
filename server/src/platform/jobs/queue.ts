import type { Knex } from "knex";
import type { Database } from "../db/connection/connect.ts";
import type { Tx } from "../db/transaction.ts";
import { activeSpan, type TraceContext } from "../tracing/span.ts";
import * as sql from "./queue-sql.ts";

/** A job to be done. */
export interface NewJob {
  workspaceId: string;
  /** Which handler runs it. */
  kind: string;
  /** JSON that the handler's schema accepts. */
  payload: unknown;
  /** Jobs of a group are cancelled together. */
  groupId?: string;
  /** 0 to 32,767; smaller runs first. Default 0. */
  priority?: number;
  /** How often it may be taken before it is dead. Default 5. */
  maxAttempts?: number;
}

/** The right to work on a job until it runs out; the token tells it from every earlier and later lease. */
export interface Lease {
  workspaceId: string;
  id: string;
  token: string;
}

/** A job that this process holds a lease on. */
export interface Job<Payload = unknown> extends Lease {
  kind: string;
  groupId: string | null;
  /** How often it has been taken, this time included. */
  attempts: number;
  payload: Payload;
  /** The work that enqueued it, when that was traced. */
  traceContext: TraceContext | null;
}

/** A lease that is no longer ours: it ran out and another worker took the job, or the job was cancelled. */
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
 * Jobs in the database, taken under leases: whoever works on one must still hold its lease when the effect is written.
 *
 * All times are the database's, so that machines whose clocks differ agree. Locks are taken in one order everywhere:
 * jobs first, then what they are about.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #newId: () => string;
  readonly #leaseSeconds: number;

  /** @param options `leaseSeconds`: how long a lease lasts without a heartbeat; default 60. */
  constructor(database: Database, options: { newId: () => string; leaseSeconds?: number }) {
    this.#database = database;
    this.#newId = options.newId;
    this.#leaseSeconds = options.leaseSeconds ?? 60;
  }

  /** Adds jobs in the transaction that causes them; workers are woken when it commits. */
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

  /** Calls back when jobs may have become ready, in this process or another; gives what ends that. */
  onReady(listener: () => void): Promise<() => Promise<void>> {
    return this.#database.listen(channel, listener);
  }

  /** Takes up to `limit` ready jobs of these kinds, the most urgent first. */
  async claim(kinds: readonly string[], limit: number): Promise<Job[]> {
    const bindings = [[...kinds], limit, this.#newId(), this.#leaseSeconds];
    return (await rowsOf<JobRow>(this.#database.knex, sql.claim, bindings)).map(jobOf);
  }

  /**
   * Marks a job done. First in the transaction of its effect: it locks the job, and is what keeps a worker that lost
   * its lease from writing anything.
   *
   * @throws {LeaseLost} when the lease is no longer ours.
   */
  async complete(tx: Tx, lease: Lease): Promise<void> {
    const [done] = await rowsOf(tx, sql.complete, [lease.workspaceId, lease.id, lease.token]);
    if (!done) throw new LeaseLost(lease.id);
  }

  /**
   * Ends a failed attempt: the job waits and becomes ready again, or is dead when it has no attempt left.
   *
   * @param reason kept with the job, for operators.
   * @throws {LeaseLost} when the lease is no longer ours.
   */
  fail(tx: Tx, lease: Lease, reason: string): Promise<"ready" | "dead"> {
    return this.#endAttempt(tx, sql.fail, { lease, reason });
  }

  /**
   * Ends an attempt that failed for what is no fault of the job, and lasts: it does not count, however often.
   *
   * @throws {LeaseLost} when the lease is no longer ours.
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

  /** Prolongs leases; gives the ids of those that are still ours. */
  async heartbeat(leases: readonly Lease[]): Promise<Set<string>> {
    const bindings = [...columnsOf(leases), this.#leaseSeconds];
    return new Set(
      (await rowsOf<{ id: string }>(this.#database.knex, sql.heartbeat, bindings)).map(({ id }) => id),
    );
  }

  /** Hands jobs back untouched: they are ready at once, and the attempt does not count. */
  async release(tx: Tx, leases: readonly Lease[]): Promise<void> {
    await rowsOf(tx, sql.release, columnsOf(leases));
    await this.#wake(tx);
  }

  /** Ends every lease: for a process that is alone on the database and has taken no job yet. */
  async expireAll(): Promise<void> {
    await rowsOf(this.#database.knex, sql.expireAll, []);
  }

  /** Makes jobs whose lease ran out ready again; gives how many. Those without an attempt left are `claimExhausted`'s. */
  async reap(tx: Tx): Promise<number> {
    const rows = await rowsOf(tx, sql.reap, []);
    if (rows.length > 0) await this.#wake(tx);
    return rows.length;
  }

  /** Marks one job dead whose last lease ran out, and gives it; undefined when there are no more than `passOver`. */
  async claimExhausted(tx: Tx, passOver: number): Promise<Job | undefined> {
    const [row] = await rowsOf<JobRow>(tx, sql.claimExhausted, [passOver]);
    return row && jobOf(row);
  }

  /** Cancels what is ready or running of a group; waits for jobs that are just writing their effect. */
  async cancelGroup(tx: Tx, workspaceId: string, groupId: string): Promise<number> {
    return (await rowsOf(tx, sql.cancelGroup, [workspaceId, groupId])).length;
  }

  /** Deletes jobs that ended longer ago than this, 5,000 at a time; dead ones are kept thirty times as long. */
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
