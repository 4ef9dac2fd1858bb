import { Worker } from "node:worker_threads";
import type { Registry } from "prom-client";
import type { Logger } from "../log.ts";
import { workerModules } from "../threads/worker-modules.ts";
import { ProbeState, secondsNow } from "./probe-state.ts";

/**
 * The metrics and the readiness of a process. Monitoring reads them on a separate port, not on the port of
 * the APIs.
 */
export interface WatchedProcess {
  registry: Registry;
  /** Returns whether the process is ready. */
  isReady: () => Promise<boolean>;
  /** Whether the process accepts requests; false after a stop signal. */
  isAccepting: () => boolean;
  log: Logger;
}

/** A response without further headers. */
export type PlainResponse = [status: number, type: string, body: string];

/** The settings with which the thread of the probes is started. */
export interface ProbeSettings {
  /** The module to run. `worker-boot.mjs` needs it if the server runs from source. */
  entry: string;
  memory: SharedArrayBuffer;
  port: number;
  host: string;
}

/** Messages from the thread: its port, a request for the metrics, or an error of its HTTP server. */
export type FromProbeThread =
  | { kind: "listening"; port: number }
  | { kind: "metrics"; id: number }
  | { kind: "refused" | "dropped"; code: string; message: string };

/** The response to a request for the metrics. */
export interface ToProbeThread {
  id: number;
  response: PlainResponse;
}

/** Interval of the heartbeats (milliseconds). */
const beatMs = 500;

/** Interval at which the readiness is checked (milliseconds). */
const checkMs = 2000;

/** Minimum interval between two log lines about connections that were not accepted (milliseconds). */
const logMs = 1000;

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate port without authentication. A thread responds to the
 * probes, so that a blocked main thread does not delay them.
 *
 * @returns the port, and a function that closes the server.
 * @throws {Error} if the port is in use.
 */
export async function serveMetrics(
  watched: WatchedProcess,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  const memory = new SharedArrayBuffer(12);
  const stopWatching = await shareState(new ProbeState(memory, secondsNow), watched);
  const { start, entry, execArgv } = workerModules(
    new URL("./probe-thread.ts", import.meta.url),
    "probe-thread",
  );
  const workerData: ProbeSettings = { entry: entry.href, memory, port, host };
  const thread = new Worker(start, { workerData, execArgv, name: "assay-probes" });
  const close = async (): Promise<void> => {
    stopWatching();
    await thread.terminate();
  };
  try {
    return { port: await portOf(thread, watched, { port, host }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Shares the heartbeat and the readiness of this thread. @returns a function that stops this. */
async function shareState(state: ProbeState, { isReady, isAccepting }: WatchedProcess): Promise<() => void> {
  const check = async (): Promise<void> => {
    const ready = await isReady().catch(() => false);
    state.setReady(ready && isAccepting());
  };
  const beat = (): void => {
    state.beat();
    if (!isAccepting()) state.setReady(false);
  };
  beat();
  await check();
  const timers = [setInterval(beat, beatMs), setInterval(() => void check(), checkMs)];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}

/** Waits until the thread listens, and responds to its messages from then on. @returns its port. */
function portOf(
  thread: Worker,
  { registry, log }: WatchedProcess,
  { port, host }: { port: number; host: string },
): Promise<number> {
  let loggedAt = -Infinity;
  const logDropped = (error: object): void => {
    if (performance.now() - loggedAt < logMs) return;
    loggedAt = performance.now();
    log.error({ err: error }, "connection dropped");
  };
  return new Promise((resolve, reject) => {
    thread.on("error", (error) => {
      log.error({ err: error }, "probe thread failed");
      reject(error);
    });
    thread.on("message", (message: FromProbeThread) => {
      if (message.kind === "listening") return resolve(message.port);
      if (message.kind === "metrics") return void sendMetrics(thread, registry, message.id);
      if (message.kind === "dropped") return logDropped(message);
      const isTaken = message.code === "EADDRINUSE";
      const text = `Port ${port} on ${host} is in use; choose a free port with METRICS_PORT=….`;
      reject(new Error(isTaken ? text : message.message));
    });
  });
}

async function sendMetrics(thread: Worker, registry: Registry, id: number): Promise<void> {
  const response = await registry.metrics().then(
    (text): PlainResponse => [200, registry.contentType, text],
    (): PlainResponse => [500, "text/plain", "Metrics are not available.\n"],
  );
  const message: ToProbeThread = { id, response };
  // The empty transfer list selects the overload without a window.
  thread.postMessage(message, []);
}
