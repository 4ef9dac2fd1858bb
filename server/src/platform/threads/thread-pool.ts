import { Worker } from "node:worker_threads";
import { ApiError } from "@assay/contract/platform/errors";
import { buffersOf } from "./buffers-of.ts";
import type { TaskKind } from "./task-queue.ts";
import type { FromThread, TaskOutcome, ThreadWork, ToThread } from "./thread-entry.ts";
import { workerModules } from "./worker-modules.ts";

/** Time after which a thread without work ends (milliseconds). Starting a thread takes about 0.1 seconds. */
const idleMs = 60_000;

/** A computation, and the module whose default export is `threadEntry` of it. */
export interface ThreadModule<Settings, Piece, Result> {
  work: ThreadWork<Settings, Piece, Result>;
  /** URL of the module in the sources. */
  source: URL;
  /** Name of the module in the build. */
  name: string;
  kind?: TaskKind;
}

/** The input of a computation. */
export interface TaskInput<Settings, Piece> {
  settings: Settings;
  /** Reads the pieces. It is called when the computation starts. */
  pieces: () => AsyncIterable<Piece>;
}

/** Runs computations in threads. A thread starts when none is idle, so callers limit the number of threads. */
export class ThreadPool {
  readonly #memoryMb: number;
  readonly #threads = new Set<Worker>();
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  /**
   * @param memoryMb maximum size of each thread's heap (MiB). If it is exceeded, the thread ends, but not the
   *   process. The next computation starts another thread.
   */
  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb;
  }

  /**
   * Runs a computation in a thread. If the signal aborts, the thread ends.
   *
   * @throws {ApiError} a refusal by the computation; otherwise the error of the computation, of reading a piece
   *   or of the thread, or the reason of the signal.
   */
  async run<Settings, Piece, Result>(
    module: ThreadModule<Settings, Piece, Result>,
    { settings, pieces }: TaskInput<Settings, Piece>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const { entry } = workerModules(module.source, module.name);
    const thread = this.#take();
    const abort = (): void => void thread.terminate();
    signal.addEventListener("abort", abort);
    const iterator = pieces()[Symbol.asyncIterator]();
    try {
      post(thread, { kind: "task", entry: entry.href, settings });
      const outcome = await outcomeOf(thread, iterator);
      this.#release(thread);
      // The module's default export is `threadEntry(module.work)`.
      return resultOf(outcome) as Result;
    } catch (error) {
      // A thread that is not idle is in an unknown state, so that it is not used again.
      if (!this.#idle.has(thread)) await thread.terminate();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      await iterator.return?.();
    }
  }

  /** Ends all threads. Computations in progress fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #take(): Worker {
    const [idle] = this.#idle;
    if (!idle) return this.#start();
    const [thread, timer] = idle;
    clearTimeout(timer);
    this.#idle.delete(thread);
    thread.ref();
    return thread;
  }

  #release(thread: Worker): void {
    thread.unref();
    this.#idle.set(thread, setTimeout(() => void thread.terminate(), idleMs).unref());
  }

  #start(): Worker {
    const source = new URL("./task-thread.ts", import.meta.url);
    const { start, entry, execArgv } = workerModules(source, "task-thread");
    const resourceLimits = { maxOldGenerationSizeMb: this.#memoryMb, maxYoungGenerationSizeMb: 64 };
    const workerData = { entry: entry.href };
    const thread = new Worker(start, { workerData, execArgv, resourceLimits, name: "assay-task" });
    // A computation in progress has its own listener. Without this one, an error of an idle thread would end
    // the process.
    thread.on("error", () => undefined);
    thread.once("exit", () => {
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      this.#threads.delete(thread);
    });
    this.#threads.add(thread);
    return thread;
  }
}

/** Sends the next piece whenever the thread requests one, and returns the end of the computation. */
function outcomeOf(thread: Worker, iterator: AsyncIterator<unknown>): Promise<TaskOutcome> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      thread.off("message", receive).off("messageerror", fail).off("error", fail).off("exit", exited);
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const exited = (): void => fail(new Error("The thread of the computation has ended."));
    const send = async (): Promise<void> => {
      const { done, value } = await iterator.next();
      post(thread, done ? { kind: "piece" } : { kind: "piece", piece: value });
    };
    const receive = (message: FromThread): void => {
      if (message.kind === "next") send().catch(fail);
      else end(() => resolve(message.outcome));
    };
    // The server's thread cannot read a result that is nested too deeply for its stack, which is the smaller one.
    thread.on("message", receive).on("messageerror", fail).on("error", fail).on("exit", exited);
  });
}

function resultOf(outcome: TaskOutcome): unknown {
  if (outcome.ok) return outcome.result;
  if ("error" in outcome) throw outcome.error;
  const { code, detail, ...extras } = outcome.refusal;
  throw new ApiError(code, detail, extras);
}

function post(thread: Worker, message: ToThread): void {
  thread.postMessage(message, message.kind === "piece" ? buffersOf(message.piece) : []);
}
