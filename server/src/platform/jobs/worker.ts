import { inTransaction, outsideTransaction } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import { activeSpan, errorTypeOf, tracedFrom } from "../tracing/span.ts";
import { logFailure } from "../http/server/log-failure.ts";
import { freeSlots, type LaneSlots } from "./claim/lanes.ts";
import type { JobKinds } from "./job-kind.ts";
import { spanOf } from "./job-span.ts";
import { type Job, LeaseLost } from "./queue.ts";
import { failJob, reapJobs, runJob } from "./run-job.ts";

/** Options of a worker. Times are in milliseconds, unless stated otherwise. */
export interface WorkerOptions {
  /** Maximum number of jobs that run concurrently in each lane. */
  slots: LaneSlots;
  /** Interval at which the worker polls for jobs (default 1 s). */
  pollMs?: number;
  /** Interval at which leases are extended (default 20 s, which is a third of a lease). */
  heartbeatMs?: number;
  /** Interval at which jobs of dead workers are reaped (default 10 s). */
  reapMs?: number;
  /** Maximum time that `stop` waits for running jobs (default 10 s). */
  stopGraceMs?: number;
  /** How long completed jobs are retained (hours, default 24). */
  keepHours?: number;
  /**
   * Whether no other process uses the database, as with the embedded database (default false). If so, jobs
   * that are leased at the start belong to a dead process and are claimed immediately.
   */
  alone?: boolean;
}

/** A running worker. */
export interface Worker {
  /**
   * Stops claiming jobs, waits for running jobs, and releases the leases of jobs that do not finish in time.
   */
  stop(): Promise<void>;
  /** Stops claiming jobs until `resume` is called. Running jobs continue. */
  pause(): void;
  resume(): void;
  /**
   * Resolves when no job is running and, unless the worker is paused, no job is ready. Jobs that wait for a
   * later time are not taken into account.
   */
  idle(): Promise<void>;
}

interface InHand {
  job: Job;
  controller: AbortController;
  ended: Promise<void>;
}

/** Starts a worker. */
export function startWorker<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
  options: WorkerOptions,
): Worker {
  return new QueueWorker(deps, kinds, options);
}

class QueueWorker<Deps extends PlatformDeps> implements Worker {
  readonly #deps: Deps;
  readonly #kinds: JobKinds<Deps>;
  readonly #options: Required<WorkerOptions>;
  readonly #running = new Set<InHand>();
  readonly #timers: NodeJS.Timeout[];
  readonly #listening: Promise<() => Promise<void>>;
  readonly #ready: Promise<void>;
  #state: "open" | "paused" | "stopped" = "open";
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #upkeep: Promise<void> | undefined;
  #purgedAt = -Infinity;

  constructor(deps: Deps, kinds: JobKinds<Deps>, options: WorkerOptions) {
    this.#deps = deps;
    this.#kinds = kinds;
    this.#options = {
      pollMs: 1000,
      heartbeatMs: 20_000,
      reapMs: 10_000,
      stopGraceMs: 10_000,
      keepHours: 24,
      alone: false,
      ...options,
    };
    this.#listening = deps.jobs.onReady(() => this.#wake());
    this.#listening.catch((error: unknown) => logFailure(deps.log, error, "job notifications disabled"));
    this.#ready = this.#takeOver();
    this.#timers = [
      setInterval(() => this.#wake(), this.#options.pollMs),
      setInterval(() => void this.#heartbeat(), this.#options.heartbeatMs),
      setInterval(() => this.#keepUp(), this.#options.reapMs),
    ];
    this.#keepUp();
    this.#wake();
  }

  pause(): void {
    if (this.#state === "open") this.#state = "paused";
  }

  resume(): void {
    if (this.#state === "paused") this.#state = "open";
    this.#wake();
  }

  async idle(): Promise<void> {
    this.#wake();
    while (this.#looking || this.#running.size > 0) {
      await this.#looking;
      await Promise.all([...this.#running].map(({ ended }) => ended));
    }
  }

  async stop(): Promise<void> {
    this.#state = "stopped";
    for (const timer of this.#timers) clearInterval(timer);
    await this.#looking;
    const heartbeats = setInterval(() => void this.#heartbeat(), this.#options.heartbeatMs);
    await Promise.race([this.idle(), delay(this.#options.stopGraceMs)]);
    clearInterval(heartbeats);
    await this.#handBack();
    await this.#upkeep;
    await this.#listening.then((end) => end()).catch(() => undefined);
  }

  async #takeOver(): Promise<void> {
    if (!this.#options.alone) return;
    try {
      await this.#deps.jobs.expireAll();
      await reapJobs(this.#deps, this.#kinds);
    } catch (error) {
      logFailure(this.#deps.log, error, "lease expiry at start failed");
    }
  }

  /** Searches for jobs immediately. If a search is already running, another search follows it. */
  #wake(): void {
    this.#lookAgain = true;
    // The search must run outside of any transaction. The embedded database has only one connection, so a
    // notification may arrive while a transaction is open.
    this.#looking ??= outsideTransaction(() => this.#look()).finally(() => {
      this.#looking = undefined;
      // A notification that arrives between the last search and this callback must not be lost.
      if (this.#lookAgain && this.#state === "open") this.#wake();
    });
  }

  async #look(): Promise<void> {
    await this.#ready;
    while (this.#lookAgain && this.#state === "open") {
      this.#lookAgain = false;
      const free = freeSlots(this.#options.slots, this.#running);
      if (Object.keys(free).length === 0) return;
      try {
        const jobs = await this.#deps.jobs.claim(Object.keys(this.#kinds), free);
        for (const job of jobs) this.#take(job);
      } catch (error) {
        logFailure(this.#deps.log, error, "job claim failed");
      }
    }
  }

  #take(job: Job): void {
    const controller = new AbortController();
    const work = () => this.#work(job, controller.signal);
    const ended = tracedFrom(this.#deps.tracing, spanOf(job), work).finally(() => {
      this.#running.delete(held);
      this.#wake();
    });
    const held = { job, controller, ended };
    this.#running.add(held);
  }

  async #work(job: Job, signal: AbortSignal): Promise<void> {
    const { log } = this.#deps;
    const about = { job: job.id, kind: job.kind, attempt: job.attempts };
    const ended = this.#deps.metrics.jobSeconds.startTimer({ kind: job.kind });
    try {
      await runJob(this.#deps, this.#kinds, job, signal);
      ended({ outcome: "done" });
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) {
        ended({ outcome: "given_up" });
        activeSpan()?.set({ "assay.job.given_up": true });
        return log.info({ ...about, err: error }, "job lease lost");
      }
      ended({ outcome: "failed" });
      activeSpan()?.fail(errorTypeOf(error));
      try {
        const state = await failJob(this.#deps, this.#kinds, job, error);
        log.warn({ ...about, err: error }, state === "dead" ? "job failed permanently" : "job failed");
      } catch (failure) {
        // No other step is required: the lease will expire, and another worker will claim the job.
        logFailure(log, failure, "job failure update failed", about);
      }
    }
  }

  async #heartbeat(): Promise<void> {
    const held = [...this.#running];
    if (held.length === 0) return;
    try {
      const ours = await this.#deps.jobs.heartbeat(held.map(({ job }) => job));
      for (const { job, controller } of held) if (!ours.has(job.id)) controller.abort(new LeaseLost(job.id));
    } catch (error) {
      logFailure(this.#deps.log, error, "lease extension failed");
    }
  }

  #keepUp(): void {
    this.#upkeep ??= this.#reapAndPurge()
      .catch((error: unknown) => logFailure(this.#deps.log, error, "job maintenance failed"))
      .finally(() => {
        this.#upkeep = undefined;
      });
  }

  async #reapAndPurge(): Promise<void> {
    await this.#ready;
    await reapJobs(this.#deps, this.#kinds);
    if (performance.now() - this.#purgedAt < purgeEveryMs) return;
    while ((await this.#deps.jobs.purge(this.#options.keepHours)) > 0 && this.#state !== "stopped");
    this.#purgedAt = performance.now();
  }

  async #handBack(): Promise<void> {
    const rest = [...this.#running];
    if (rest.length === 0) return;
    for (const { controller } of rest) controller.abort(new Error("The worker stops."));
    const leases = rest.map(({ job }) => job);
    try {
      await inTransaction(this.#deps.database, (tx) => this.#deps.jobs.release(tx, leases));
    } catch (error) {
      logFailure(this.#deps.log, error, "job release failed");
    }
  }
}

const purgeEveryMs = 600_000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
