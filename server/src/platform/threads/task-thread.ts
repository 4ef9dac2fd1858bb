import { once } from "node:events";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { buffersOf } from "./buffers-of.ts";
import type { FromThread, ThreadEntry, ToThread } from "./thread-entry.ts";

// The entry module of the threads of the pool. A thread runs one computation at a time.

if (!parentPort) throw new Error("task-thread runs in a worker thread only.");
const port = parentPort;

/** The priority of the threads. If all processors are busy, other threads get about nine times as much time. */
const niceness = 10;

// On Linux, the priority belongs to the thread. Elsewhere, it belongs to the process, so it stays as it is.
if (process.platform === "linux") setPriority(niceness);

function post(message: FromThread): void {
  const result = message.kind === "end" && message.outcome.ok ? message.outcome.result : undefined;
  port.postMessage(message, buffersOf(result));
}

async function* pieces(): AsyncGenerator {
  for (;;) {
    const received = once(port, "message");
    post({ kind: "next" });
    const [message]: ToThread[] = await received;
    if (message?.kind !== "piece" || message.piece === undefined) return;
    yield message.piece;
  }
}

async function run({ entry, settings }: Extract<ToThread, { kind: "task" }>): Promise<void> {
  const { default: work }: { default: ThreadEntry } = await import(entry);
  post({ kind: "end", outcome: await work(settings, pieces()) });
}

// An error outside of the computation, for example a missing module, ends the thread.
port.on("message", (message: ToThread) => {
  if (message.kind === "task") void run(message);
});
