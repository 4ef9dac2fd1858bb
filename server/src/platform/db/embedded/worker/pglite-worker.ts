import { parentPort, workerData } from "node:worker_threads";
import { openPgliteBackend } from "./pglite-backend.ts";
import { createUpkeep } from "../upkeep.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./worker-messages.ts";

// The entry of the worker thread: Postgres blocks the thread it runs in, so it must not be the server's.

/** Answers are gathered to this size: one message to the other thread costs about as much as copying 50 KiB. */
const answerBytes = 256 * 1024;

if (!parentPort) throw new Error("pglite-worker runs in a worker thread only.");
const port = parentPort;
// The type of what a thread is started with is open; PgliteHost starts this one, always with these settings.
const settings: WorkerSettings = workerData;

let answer: Uint8Array[] = [];
let answerLength = 0;
let current = 0;

function say(message: FromWorker, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function sendAnswer(): void {
  if (answerLength === 0) return;
  const bytes = new Uint8Array(answerLength);
  let at = 0;
  for (const part of answer) {
    bytes.set(part, at);
    at += part.length;
  }
  answer = [];
  answerLength = 0;
  say({ kind: "data", session: current, bytes }, [bytes.buffer]);
}

const backend = await openPgliteBackend(settings, (reason) => {
  sendAnswer();
  say({ kind: "lost", reason });
  process.exit(1); // of this thread only
});
const upkeep = createUpkeep(backend);

async function handle(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "attach":
      await backend.reset();
      current = message.session;
      say({ kind: "attached", session: current });
      return;
    case "detach":
      current = 0; // what it left open is undone when the next one attaches
      return;
    case "batch":
      if (message.session !== current) return;
      await backend.run(message.bytes, (bytes) => {
        answer.push(bytes.slice());
        answerLength += bytes.length;
        if (answerLength >= answerBytes) sendAnswer();
      });
      sendAnswer();
      upkeep.note({ midway: backend.isInTransaction() || endsWithFlush(message.bytes) });
      return;
    case "close":
      upkeep.stop();
      await backend.close();
      say({ kind: "closed" });
      port.close();
      return;
  }
}

/** A batch that ends with Flush leaves a portal open that the client will come back to. */
function endsWithFlush(bytes: Uint8Array): boolean {
  return bytes.at(-5) === "H".charCodeAt(0) && bytes.at(-1) === 4;
}

// One after another, in the order they came: there is one session, and its answers must not mix.
let work = Promise.resolve();
const enqueue = (task: () => Promise<void>): void => {
  work = work.then(task);
  // What fails here is not the client's SQL, which answers with an error of its own: the thread ends with it.
  work.catch((error: unknown) => {
    throw error;
  });
};
port.on("message", (message: ToWorker) => enqueue(() => handle(message)));
upkeep.start(enqueue);
say({ kind: "ready" });
