import { parentPort, workerData } from "node:worker_threads";
import { openPgliteBackend } from "./pglite-backend.ts";
import { createUpkeep } from "../upkeep.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./worker-messages.ts";

// Entry of the worker thread. Postgres blocks its thread, so it cannot share the server's.

/** Batch size of responses (bytes): a message to the other thread costs about as much as copying 50 KiB. */
const flushBytes = 256 * 1024;

if (!parentPort) throw new Error("pglite-worker runs in a worker thread only.");
const port = parentPort;
// Worker data is untyped; only PgliteHost starts this thread, with these settings.
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
  process.exit(1); // ends this thread only
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
      current = 0; // the next attach rolls back its open transaction
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

/** A batch that ends with Flush leaves a portal open, which the client continues to use. */
function endsWithFlush(bytes: Uint8Array): boolean {
  return bytes.at(-5) === "H".charCodeAt(0) && bytes.at(-1) === 4;
}

// Sequential in order of arrival: the session is shared, and responses must not mix.
let work = Promise.resolve();
const enqueue = (task: () => Promise<void>): void => {
  work = work.then(task);
  // SQL errors are responses, not exceptions; an exception here ends the thread.
  work.catch((error: unknown) => {
    throw error;
  });
};
port.on("message", (message: ToWorker) => enqueue(() => handle(message)));
upkeep.start(enqueue);
post({ kind: "ready" });
