import type { Knex } from "knex";
import type { Database } from "../db/connection/connect.ts";
import { inPoolLane } from "../db/connection/pool-lanes.ts";
import type { Tx } from "../db/transaction.ts";
import { activeSpan, type TraceContext } from "../tracing/span.ts";
import { claimJobs } from "./claim/claim-jobs.ts";
import { jobOf, type JobRow } from "./claim/job-row.ts";
import type { JobLane, LaneSlots } from "./claim/lanes.ts";
import * as sql from "./queue-sql.ts";

/** A job to enqueue. */
export interface NewJob {
  workspaceId: string;
  /** The kind, which determines the handler. */
  kind: string;
  /** The lane (default `compute`). */
  lane?: JobLane;
  /** JSON data that must match the schema of the handler. */
  payload: unknown;
  /** All jobs in a group can be cancelled together. */
  groupId?: string;
  /** Priority from 0 (default) to 32,767; jobs with a smaller number run first. */
  priority?: number;
  /** Time until the job is ready (milliseconds, default 0). */
  delayMs?: number;
  /** Number of attempts that an earlier job for the same work has used (default 0). */
  attempts?: number;
  /** Maximum number of attempts before the job is dead (default 5). */
  maxAttempts?: number;
}

/** The right to work on a job until the lease expires. The token distinguishes the lease from all others. */
export interface Lease {
  workspaceId: string;
  id: string;
  token: string;
}

/** A job that this process has claimed. */
export interface Job<Payload = unknown> extends Lease {
  kind: string;
  lane: JobLane;
  groupId: string | null;
  /** Number of attempts, including this one. */
  attempts: number;
  payload: Payload;
  /** The trace context of the work that enqueued the job; null if that work was not traced. */
  traceContext: TraceContext | null;
}

/** Thrown if a lease is lost: it expired and another worker claimed the job, or the job was cancelled. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor(id: string) {
    super(`The lease on job ${id} is lost: it expired, or the job was cancelled. The work is discarded.`);
  }
}

const channel = "assay_jobs";

/**
 * Jobs in the database. Workers claim them under leases, and must still hold the lease when they write the
 * effect.
 *
 * All times are read from the database's clock, so that machines with different clocks agree. Locks are
 * always taken in the same order: first on jobs, then on the objects that the jobs concern.
 */
export class JobQueue {
  readonly #database: Database;
  readonly #newId: () => string;
  readonly #leaseSeconds: number;

  /** @param options `leaseSeconds` is the duration of a lease without a heartbeat (default 60). */
  constructor(database: Database, options: { newId: () => string; leaseSeconds?: number }) {
    this.#database = database;
    this.#newId = options.newId;
    this.#leaseSeconds = options.leaseSeconds ?? 60;
  }

  /** Enqueues jobs in the transaction that causes them. Workers are notified when the transaction commits. */
  async enqueue(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const origin = activeSpan()?.context;
    const rows = jobs.map((job) => ({
      workspace_id: job.workspaceId,
      id: this.#newId(),
      kind: job.kind,
      lane: job.lane ?? "compute",
      group_id: job.groupId ?? null,
      priority: job.priority ?? 0,
      run_at: tx.raw(`${sql.present} + make_interval(secs => ?)`, [(job.delayMs ?? 0) / 1000]),
      state: "ready",
      attempts: job.attempts ?? 0,
      max_attempts: job.maxAttempts ?? 5,
      payload: JSON.stringify(job.payload),
      trace_context: origin === undefined ? null : JSON.stringify(origin),
      created_at: tx.raw("now()"),
    }));
    await tx("jobs").insert(rows);
    await this.#wake(tx);
  }

  /**
   * Calls `listener` when jobs may be ready, regardless of which process enqueued them. @returns a function
   * that unsubscribes.
   */
  onReady(listener: () => void): Promise<() => Promise<void>> {
    return this.#database.listen(channel, listener);
  }

  /**
   * Claims ready jobs of the given kinds for free slots. In each lane, the next job is from the workspace with the fewest
   * running jobs, and if several have as few, from the one that was served longest ago. Within a workspace, the most
   * urgent job is next.
   */
  async claim(kinds: readonly string[], free: LaneSlots): Promise<Job[]> {
    const claim = { kinds, free, token: this.#newId(), leaseSeconds: this.#leaseSeconds };
    return (await claimJobs(this.#database, claim)).map(jobOf);
  }

  /**
   * Marks a job as done. Call this method first in the transaction that writes the effect. It locks the job,
   * and prevents a worker that has lost its lease from writing.
   *
   * @throws {LeaseLost} if the lease was lost.
   */
  async complete(tx: Tx, lease: Lease): Promise<void> {
    const [done] = await rowsOf(tx, sql.complete, [lease.workspaceId, lease.id, lease.token]);
    if (!done) throw new LeaseLost(lease.id);
  }

  /**
   * Records that an attempt failed. The job then waits for its next attempt or, after its last attempt, is
   * dead.
   *
   * @param reason the error, which is stored with the job for operators.
   * @throws {LeaseLost} if the lease was lost.
   */
  fail(tx: Tx, lease: Lease, reason: string): Promise<"ready" | "dead"> {
    return this.#endAttempt(tx, sql.fail, { lease, reason });
  }

  /**
   * Ends an attempt that failed because of a persistent problem outside of the job. Such attempts are never
   * counted.
   *
   * @throws {LeaseLost} if the lease was lost.
   */
  postpone(tx: Tx, lease: Lease, reason: string): Promise<"ready" | "dead"> {
    return this.#endAttempt(tx, sql.postpone, { lease, reason });
  }

  /** Releases a job into another lane. @throws {LeaseLost} if the lease was lost. */
  async move(tx: Tx, { workspaceId, id, token }: Lease, lane: JobLane): Promise<void> {
    if ((await rowsOf(tx, sql.moveToLane, [lane, workspaceId, id, token])).length === 0)
      throw new LeaseLost(id);
    await this.#wake(tx);
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

  /** Extends leases. @returns the ids of the jobs whose leases are still held. */
  async heartbeat(leases: readonly Lease[]): Promise<Set<string>> {
    const bindings = [...columnsOf(leases), this.#leaseSeconds];
    const held = await inPoolLane("priority", () =>
      rowsOf<{ id: string }>(this.#database.knex, sql.heartbeat, bindings),
    );
    return new Set(held.map(({ id }) => id));
  }

  /** Releases jobs. They are ready immediately, and the current attempts do not count. */
  async release(tx: Tx, leases: readonly Lease[]): Promise<void> {
    await rowsOf(tx, sql.release, columnsOf(leases));
    await this.#wake(tx);
  }

  /**
   * Expires every lease. Must be called only by a process that is alone on the database and has not claimed
   * any job yet.
   */
  async expireAll(): Promise<void> {
    await rowsOf(this.#database.knex, sql.expireAll, []);
  }

  /**
   * Makes jobs with expired leases ready again. Jobs that have no attempts left are handled by
   * `claimExhausted`.
   *
   * @returns the number of jobs.
   */
  async reap(tx: Tx): Promise<number> {
    const rows = await rowsOf(tx, sql.reap, []);
    if (rows.length > 0) await this.#wake(tx);
    return rows.length;
  }

  /**
   * Marks one job as dead. The job must have no attempts left, and the lease of its last attempt must have
   * expired. Skips the first `passOver` such jobs.
   *
   * @returns the job; undefined if there is none.
   */
  async claimExhausted(tx: Tx, passOver: number): Promise<Job | undefined> {
    const [row] = await rowsOf<JobRow>(tx, sql.claimExhausted, [passOver]);
    return row && jobOf(row);
  }

  /**
   * Cancels ready and running jobs in a group. Waits for jobs that are writing their effect.
   *
   * @returns the number of cancelled jobs.
   */
  async cancelGroup(tx: Tx, workspaceId: string, groupId: string): Promise<number> {
    return (await rowsOf(tx, sql.cancelGroup, [workspaceId, groupId])).length;
  }

  /**
   * Deletes up to 5,000 jobs that ended more than `hours` ago. Dead jobs are retained thirty times as long.
   *
   * @returns the number of deleted jobs.
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
