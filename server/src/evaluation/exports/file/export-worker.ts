import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { ExportRecord } from "@assay/contract/export-files";
import type {
  ExportThreadSettings,
  ExportTask,
  FromExportThread,
  ToExportThread,
} from "./export-messages.ts";
import { ExportSuperseded, writeFromSnapshot } from "../export-store.ts";
import { type ExportStore, ExportTooLarge, writeExport, type WrittenExport } from "./write-export.ts";

// The entry of the thread that writes an export: writing a million rows takes seconds, in which the server's thread must
// answer others.

if (!parentPort) throw new Error("export-worker runs in a worker thread only.");
const port = parentPort;
// The type of what a thread is started with is open; runExportThread starts this one, always with these settings.
const { url, task }: ExportThreadSettings = workerData;

const say = (message: FromExportThread): void => port.postMessage(message);

async function writeFromServer(address: string): Promise<WrittenExport> {
  // An embedded database has no use for it, and loading it takes a moment.
  const { createPool } = await import("../../../platform/db/connection/pool.ts");
  const knex = createPool({
    connection: { connectionString: address, application_name: "assay export", keepAlive: true },
    min: 0,
    max: 2,
    acquireTimeoutMs: 30_000,
    statementTimeoutMs: 60_000,
    onNotice: () => {},
  });
  try {
    return await writeFromSnapshot(knex, task);
  } finally {
    await knex.destroy();
  }
}

/** Asks the server's thread, which has the embedded database's one connection; one question at a time. */
function askedStore(asked: MessagePort): ExportStore {
  let last: Promise<unknown> = Promise.resolve();
  const ask = (question: FromExportThread): Promise<ToExportThread> => {
    const answer = last.then(async () => {
      const answered = once(asked, "message");
      say(question);
      const [message]: ToExportThread[] = await answered;
      if (!message) throw new Error("The server's thread gave no answer.");
      return message;
    });
    last = answer;
    return answer;
  };
  async function* pages(): AsyncGenerator<readonly ExportRecord[]> {
    for (;;) {
      const answer = await ask({ kind: "page" });
      if (answer.kind !== "rows" || !answer.rows) return;
      yield answer.rows;
    }
  }
  return { rows: pages(), save: async (chunk) => void (await ask({ kind: "save", chunk })) };
}

const write = (one: ExportTask): Promise<WrittenExport> =>
  url === null ? writeExport(one, askedStore(port)) : writeFromServer(url);

function reasonOf(error: unknown): "too_large" | "superseded" | "error" {
  if (error instanceof ExportTooLarge) return "too_large";
  return error instanceof ExportSuperseded ? "superseded" : "error";
}

try {
  say({ kind: "written", written: await write(task) });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  say({ kind: "failed", reason: reasonOf(error), message });
}
port.close();
