import {
  outOfThreadMemory,
  tooBusy,
  tooManyComputations,
} from "@assay/contract/platform/requests/load-refusals";
import { unavailable } from "@assay/contract/platform/refusals";
import { workspaceLimits } from "@assay/contract/platform/requests/workspace-limits";
import { type TaskKind, TaskQueue } from "./task-queue.ts";
import { type TaskInput, type ThreadModule, ThreadPool } from "./thread-pool.ts";

/** The threads of a process. */
export interface ThreadLimits {
  /** Maximum number of threads, and so of computations that run at the same time. */
  count: number;
  /** Maximum size of each thread's heap (MiB). */
  memoryMb: number;
  /** Maximum number of waiting computations of a workspace. Default: 4. */
  waitingPerWorkspace?: number;
  /** Maximum number of waiting computations of all workspaces. Default: 32. */
  waiting?: number;
}

/** Maximum number of simulations of policies that run at the same time. */
const maxSimulations = 2;

/** Seconds after which a client retries if too many computations of all workspaces wait. */
const busyRetrySeconds = 5;

/** The request or job for which a computation runs. */
export interface Requester {
  workspaceId: string;
  /** Aborts when the result is no longer needed; for a request, when the client disconnects. */
  signal: AbortSignal;
  /** Absent for jobs, which wait without limits. */
  request?: {
    /** Aborts at the end of the time in which the request must be answered. */
    timeout: AbortSignal;
    /** Seconds after which the client retries if too many computations of the workspace wait. */
    retryAfterSeconds: number;
  };
}

/** Time in which a request must be answered (milliseconds), including the time for which it waits. */
const requestMs = 60_000;

/** Returns the requester of the computations of one request. */
export const requesterOf = (
  { caller: { workspaceId }, signal }: { caller: { workspaceId: string }; signal: AbortSignal },
  retryAfterSeconds = 2,
): Requester => ({
  workspaceId,
  signal,
  request: { timeout: AbortSignal.timeout(requestMs), retryAfterSeconds },
});

interface Waiting {
  start: () => void;
}

/**
 * Runs long computations in threads, so that they delay no other request. Each workspace runs one at a time,
 * and the workspaces take turns.
 */
export class ThreadTasks {
  readonly #queue: TaskQueue<Waiting>;
  readonly #pool: ThreadPool;
  readonly #limits: Required<ThreadLimits>;
  #isClosed = false;

  constructor(limits: ThreadLimits) {
    const waitingPerWorkspace = workspaceLimits.waitingComputations;
    this.#limits = { waitingPerWorkspace, waiting: 32, ...limits };
    this.#queue = new TaskQueue({
      ...this.#limits,
      running: limits.count,
      runningSimulations: maxSimulations,
    });
    this.#pool = new ThreadPool(limits.memoryMb);
  }

  /**
   * Runs a computation in a thread when it is the workspace's turn.
   *
   * @throws {ApiError} 429 if too many computations of the workspace wait; 503 if too many of all workspaces
   *   wait, or if the result is not available after 60 seconds; 422 if the thread runs out of memory; the
   *   refusals of the computation. Otherwise, the reason of the signal, or the error of the computation.
   */
  async run<Settings, Piece, Result>(
    module: ThreadModule<Settings, Piece, Result>,
    input: TaskInput<Settings, Piece>,
    requester: Requester,
  ): Promise<Result> {
    const { workspaceId, signal, request } = requester;
    const ended = request ? AbortSignal.any([signal, request.timeout]) : signal;
    try {
      await this.#turn(requester, ended, module.kind);
      try {
        return await this.#pool.run(module, input, ended);
      } finally {
        this.#queue.finish(workspaceId);
        this.#startNext();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (request?.timeout.aborted) throw tooBusy("A thread for computations", busyRetrySeconds);
      throw this.#isClosed ? unavailable(1) : this.#refusalOf(error);
    }
  }

  /** Ends all threads and refuses the computations that wait or run. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  /** Waits until a computation may start. */
  #turn({ workspaceId, request }: Requester, ended: AbortSignal, kind: TaskKind | undefined): Promise<void> {
    ended.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        if (this.#queue.remove(workspaceId, waiting)) reject(ended.reason);
      };
      const waiting: Waiting = {
        start: () => {
          ended.removeEventListener("abort", leave);
          resolve();
        },
      };
      const admission = this.#queue.add(workspaceId, waiting, { kind, isBackground: request === undefined });
      if (admission === "workspace_full")
        return reject(tooManyComputations(this.#limits.waitingPerWorkspace, request?.retryAfterSeconds ?? 1));
      if (admission === "process_full")
        return reject(
          tooBusy(`A place for one of ${this.#limits.waiting} waiting computations`, busyRetrySeconds),
        );
      ended.addEventListener("abort", leave);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (let next = this.#queue.next(); next; next = this.#queue.next()) next.start();
  }

  #refusalOf(error: unknown): unknown {
    const isOutOfMemory = Object(error).code === "ERR_WORKER_OUT_OF_MEMORY";
    return isOutOfMemory ? outOfThreadMemory(this.#limits.memoryMb) : error;
  }
}
