import { parentPort, workerData } from "node:worker_threads";
import { openPgliteBackend } from "./pglite-backend.ts";
import { createUpkeep } from "../upkeep.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./worker-messages.ts";

// The entry module of the worker thread. Postgres blocks the thread in which it runs, so it needs a separate
// thread.

/**
 * Size of the batches in which responses are sent (bytes). Sending a message to the other thread takes about
 * as long as copying 50 KiB.
 */
const flushBytes = 256 * 1024;

if (!parentPort) throw new Error("pglite-worker runs in a worker thread only.");
const port = parentPort;
// Worker data is untyped, but only PgliteHost starts this thread, always with these settings.
const settings: WorkerSettings = workerData;

let pending: Uint8Array[] = [];
let pendingBytes = 0;
let current = 0;

function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function flush(): void {
  if (pendingBytes === 0) return;
  const bytes = new Uint8Array(pendingBytes);
  let at = 0;
  for (const part of pending) {
    bytes.set(part, at);
    at += part.length;
  }
  pending = [];
  pendingBytes = 0;
  post({ kind: "data", session: current, bytes }, [bytes.buffer]);
}

const backend = await openPgliteBackend(settings, (reason) => {
  flush();
  post({ kind: "lost", reason });
  process.exit(1); // ends only this thread
});
const upkeep = createUpkeep(backend);

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "attach":
      await backend.reset();
      current = message.session;
      post({ kind: "attached", session: current });
      return;
    case "detach":
      current = 0; // the next attach rolls back the transaction that is still open
      return;
    case "batch":
      if (message.session !== current) return;
      await backend.run(message.bytes, (bytes) => {
        pending.push(bytes.slice());
        pendingBytes += bytes.length;
        if (pendingBytes >= flushBytes) flush();
      });
      flush();
      upkeep.note({ midway: backend.isInTransaction() || endsWithFlush(message.bytes) });
      return;
    case "close":
      upkeep.stop();
      await backend.close();
      post({ kind: "closed" });
      port.close();
      return;
  }
}

/**
 * Returns whether a batch ends with Flush. A portal then stays open, because the client continues to use it.
 */
function endsWithFlush(bytes: Uint8Array): boolean {
  return bytes.at(-5) === "H".charCodeAt(0) && bytes.at(-1) === 4;
}

// Work runs sequentially in the order of arrival, because there is only one session and responses must not be
// mixed.
let work = Promise.resolve();
const enqueue = (task: () => Promise<void>): void => {
  work = work.then(task);
  // SQL errors are sent as responses. An exception here is fatal and ends the thread.
  work.catch((error: unknown) => {
    throw error;
  });
};
port.on("message", (message: ToWorker) => enqueue(() => handle(message)));
upkeep.start(enqueue);
post({ kind: "ready" });
