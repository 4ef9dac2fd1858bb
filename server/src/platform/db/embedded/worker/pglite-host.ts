import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { OnNotice } from "../../connection/database.ts";
import { workerModules } from "../../../threads/worker-modules.ts";
import type { WireBackend, WireClient, WireSession } from "./wire-stream.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./worker-messages.ts";

/** An embedded Postgres in a thread of its own, which is restarted if it is lost. */
export interface PgliteHost extends WireBackend {
  isReady(): boolean;
  /** Closes the database gracefully, after the running statements have finished. */
  close(): Promise<void>;
}

export interface HostSettings extends Omit<WorkerSettings, "entry"> {
  readonly onNotice?: OnNotice | undefined;
}

const closeTimeoutMs = 20_000;
const maxRestartDelayMs = 30_000;

/** Opens the database in a folder in a worker thread. Rejects if the database cannot be opened. */
export async function startPgliteHost(settings: HostSettings): Promise<PgliteHost> {
  const host = new Host(settings);
  await host.start();
  return host;
}

/** The session of a client that is connected or waiting. There is at most one. */
interface Session {
  readonly id: number;
  readonly client: WireClient;
  /** The session waits for a backend, was offered to a backend that has not responded yet, or is open. */
  state: "waiting" | "offered" | "open";
  /** Is called with the backend's response, which states whether the backend accepted the session. */
  respond: (taken: boolean) => void;
}

/** The error that clients receive if the thread of Postgres has exited. A new thread is started. */
class EmbeddedDatabaseLost extends Error {
  override readonly name = "EmbeddedDatabaseLost";
  /**
   * The SQLSTATE `crash_shutdown`, which a Postgres server sends to its clients when a crash ends their
   * connections.
   */
  readonly code = "57P02";

  constructor(reason: string) {
    super(`The embedded database was lost: ${reason}.`);
  }
}

class Host implements PgliteHost {
  readonly #settings: HostSettings;
  #worker: Worker | undefined;
  #ready: Promise<void> = Promise.resolve();
  #isReady = false;
  #closing = false;
  #session: Session | undefined;
  #lastSessionId = 0;

  constructor(settings: HostSettings) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    await this.#spawn();
  }

  isReady(): boolean {
    return this.#isReady;
  }

  async attach(client: WireClient): Promise<WireSession> {
    if (this.#session) throw new Error("The only connection of the embedded database is in use.");
    const session: Session = { id: ++this.#lastSessionId, client, state: "waiting", respond: () => {} };
    this.#session = session;
    try {
      // If a backend is lost before it responds, the session is offered to its replacement.
      do await this.#ready;
      while (!(await this.#offer(session)));
    } catch (error) {
      this.#end(session);
      throw error;
    }
    return {
      send: (bytes) => {
        const copy = new Uint8Array(bytes);
        this.#post({ kind: "batch", session: session.id, bytes: copy }, [copy.buffer]);
      },
      close: () => this.#end(session),
    };
  }

  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    const deadline = setTimeout(() => void worker.terminate(), closeTimeoutMs);
    this.#post({ kind: "close" });
    await exited;
    clearTimeout(deadline);
  }

  #offer(session: Session): Promise<boolean> {
    if (this.#closing) throw new Error("The embedded database is closed.");
    return new Promise((resolve) => {
      session.state = "offered";
      session.respond = resolve;
      this.#post({ kind: "attach", session: session.id });
    });
  }

  #end(session: Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    if (this.#isReady) this.#post({ kind: "detach", session: session.id });
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  #spawn(): Promise<void> {
    const source = new URL("./pglite-worker.ts", import.meta.url);
    const { start, entry, execArgv } = workerModules(source, "pglite-worker");
    const { folder, create, durable } = this.#settings;
    const workerData: WorkerSettings = { entry: entry.href, folder, create, durable };
    const worker = new Worker(start, { workerData, execArgv, name: "assay-database" });
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      let reason = "its thread exited";
      worker.on("message", (message: FromWorker) => {
        if (message.kind === "lost") reason = message.reason;
        if (message.kind === "ready") {
          this.#isReady = true;
          resolve();
        }
        this.#receive(message);
      });
      worker.on("error", (error) => {
        reason = error instanceof Error ? error.message : String(error);
        reject(error);
      });
      worker.once("exit", () => {
        reject(new Error(`The embedded database did not start: ${reason}.`));
        this.#lost(reason);
      });
    });
  }

  #receive(message: FromWorker): void {
    const session = this.#session;
    if (!session || !("session" in message) || message.session !== session.id) return;
    if (message.kind === "data") return session.client.onData(message.bytes);
    session.state = "open";
    session.respond(true);
  }

  #lost(reason: string): void {
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#worker = undefined;
    if (wasReady && !this.#closing) {
      this.#notice(`The embedded database was lost and is restarted: ${reason}.`);
      this.#ready = this.#restart();
      // Callers that await this promise receive the error. If no caller awaits it, the error must not count
      // as an unhandled rejection.
      this.#ready.catch(() => {});
    }
    this.#endLost(reason);
  }

  #endLost(reason: string): void {
    const session = this.#session;
    if (session?.state === "open") {
      this.#session = undefined;
      session.client.onEnd(this.#closing ? undefined : new EmbeddedDatabaseLost(reason));
    } else if (session?.state === "offered") {
      session.state = "waiting";
      session.respond(false);
    }
  }

  /**
   * Restarts the backend, with retries until it succeeds. A crash does not lose any acknowledged commit, but
   * the database is unavailable until the restart.
   */
  async #restart(): Promise<void> {
    for (let delayMs = 500; !this.#closing; delayMs = Math.min(2 * delayMs, maxRestartDelayMs)) {
      try {
        return await this.#spawn();
      } catch (error) {
        this.#notice(`The embedded database did not start; next attempt in ${delayMs / 1000} s.`, error);
      }
      await delay(delayMs, undefined, { ref: false });
    }
    throw new Error("The embedded database is closed.");
  }

  #notice(message: string, error?: unknown): void {
    this.#settings.onNotice?.({ level: "error", message, ...(error === undefined ? {} : { error }) });
  }
}
