import { inTransaction, outsideTransaction } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import { activeSpan, errorTypeOf, tracedFrom } from "../tracing/span.ts";
import { logFailure } from "../http/server/log-failure.ts";
import type { JobKinds } from "./job-kind.ts";
import { spanOf } from "./job-span.ts";
import { type Job, LeaseLost } from "./queue.ts";
import { failJob, reapJobs, runJob } from "./run-job.ts";

/** How a worker works; the times are in milliseconds. */
export interface WorkerOptions {
  /** How many jobs at a time. */
  concurrency: number;
  /** How often it looks for jobs without being woken; default 1 s. */
  pollMs?: number;
  /** How often leases are prolonged; default 20 s, a third of a lease. */
  heartbeatMs?: number;
  /** How often it takes up what dead workers left; default 10 s. */
  reapMs?: number;
  /** How long `stop` waits for the jobs in hand; default 10 s. */
  stopGraceMs?: number;
  /** How long ended jobs are kept, in hours; default 24. */
  keepHours?: number;
  /**
   * No other process can be on the database, as is so on the embedded one: jobs that are leased when it starts were
   * left by a process that died, and are taken up at once. Default false.
   */
  alone?: boolean;
}

/** A running worker. */
export interface Worker {
  /** Takes no more jobs, lets those in hand end, and hands back the leases of those that do not in time. */
  stop(): Promise<void>;
  /** Takes no more jobs until `resume`; those in hand go on. */
  pause(): void;
  resume(): void;
  /** Resolves when no job is in hand and, unless paused, none is ready. Jobs that wait for a later time do not count. */
  idle(): Promise<void>;
}

interface InHand {
  job: Job;
  controller: AbortController;
  ended: Promise<void>;
}

/** Starts to work on jobs. */
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
  readonly #inHand = new Set<InHand>();
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
    this.#listening.catch((error: unknown) =>
      logFailure(deps.log, error, "job wake-ups are off; polling goes on"),
    );
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
    while (this.#looking || this.#inHand.size > 0) {
      await this.#looking;
      await Promise.all([...this.#inHand].map(({ ended }) => ended));
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
      logFailure(this.#deps.log, error, "jobs of a process that died are left until their leases run out");
    }
  }

  /** Looks for jobs now; while it is looking already, it looks once more. */
  #wake(): void {
    this.#lookAgain = true;
    // A wake-up may come from within a transaction: the embedded database delivers it over the one connection.
    this.#looking ??= outsideTransaction(() => this.#look()).finally(() => {
      this.#looking = undefined;
      // One that came after the last look, when this was not yet undefined, must not be lost.
      if (this.#lookAgain && this.#state === "open") this.#wake();
    });
  }

  async #look(): Promise<void> {
    await this.#ready;
    while (this.#lookAgain && this.#state === "open") {
      this.#lookAgain = false;
      const free = this.#options.concurrency - this.#inHand.size;
      if (free <= 0) return;
      try {
        const jobs = await this.#deps.jobs.claim(Object.keys(this.#kinds), free);
        for (const job of jobs) this.#take(job);
      } catch (error) {
        logFailure(this.#deps.log, error, "jobs could not be claimed");
      }
    }
  }

  #take(job: Job): void {
    const controller = new AbortController();
    const work = () => this.#work(job, controller.signal);
    const ended = tracedFrom(this.#deps.tracing, spanOf(job), work).finally(() => {
      this.#inHand.delete(held);
      this.#wake();
    });
    const held = { job, controller, ended };
    this.#inHand.add(held);
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
        return log.info({ ...about, err: error }, "job given up");
      }
      ended({ outcome: "failed" });
      activeSpan()?.fail(errorTypeOf(error));
      try {
        const state = await failJob(this.#deps, this.#kinds, job, error);
        log.warn(
          { ...about, err: error },
          state === "dead" ? "job failed for good" : "job failed; it will be tried again",
        );
      } catch (failure) {
        // The lease runs out and another worker takes it.
        logFailure(log, failure, "a failed job could not be marked so", about);
      }
    }
  }

  async #heartbeat(): Promise<void> {
    const held = [...this.#inHand];
    if (held.length === 0) return;
    try {
      const ours = await this.#deps.jobs.heartbeat(held.map(({ job }) => job));
      for (const { job, controller } of held) if (!ours.has(job.id)) controller.abort(new LeaseLost(job.id));
    } catch (error) {
      logFailure(this.#deps.log, error, "leases could not be prolonged");
    }
  }

  #keepUp(): void {
    this.#upkeep ??= this.#reapAndPurge()
      .catch((error: unknown) => logFailure(this.#deps.log, error, "upkeep of jobs failed"))
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
    const rest = [...this.#inHand];
    if (rest.length === 0) return;
    for (const { controller } of rest) controller.abort(new Error("The worker stops."));
    const leases = rest.map(({ job }) => job);
    try {
      await inTransaction(this.#deps.database, (tx) => this.#deps.jobs.release(tx, leases));
    } catch (error) {
      logFailure(this.#deps.log, error, "leases could not be handed back; they run out");
    }
  }
}

const purgeEveryMs = 600_000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
