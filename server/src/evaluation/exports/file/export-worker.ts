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

// The entry module of the thread that writes an export. Writing a million rows takes seconds, which would
// block the server's thread.

if (!parentPort) throw new Error("export-worker runs in a worker thread only.");
const port = parentPort;
// Worker data is untyped, but only runExportThread starts this thread, always with these settings.
const { url, pooled, task }: ExportThreadSettings = workerData;

const post = (message: FromExportThread): void => port.postMessage(message);

async function writeFromServer(address: string): Promise<WrittenExport> {
  // Imported on demand, because it is not used with an embedded database.
  const { createPool } = await import("../../../platform/db/connection/pool.ts");
  const { openHosts } = await import("../../../platform/db/connection/hosts/host-resolver.ts");
  const knex = createPool({
    connection: { application_name: "assay export", keepAlive: true },
    hosts: openHosts(address),
    pooled,
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

/**
 * Returns a store that sends requests to the server's thread, which has the only connection to the embedded
 * database. It sends one request at a time.
 */
function remoteStore(serverPort: MessagePort): ExportStore {
  let last: Promise<unknown> = Promise.resolve();
  const request = (message: FromExportThread): Promise<ToExportThread> => {
    const response = last.then(async () => {
      const received = once(serverPort, "message");
      post(message);
      const [reply]: ToExportThread[] = await received;
      if (!reply) throw new Error("The server's thread sent no response.");
      return reply;
    });
    last = response;
    return response;
  };
  async function* pages(): AsyncGenerator<readonly ExportRecord[]> {
    for (;;) {
      const response = await request({ kind: "page" });
      if (response.kind !== "rows" || !response.rows) return;
      yield response.rows;
    }
  }
  return { rows: pages(), save: async (chunk) => void (await request({ kind: "save", chunk })) };
}

const write = (one: ExportTask): Promise<WrittenExport> =>
  url === null ? writeExport(one, remoteStore(port)) : writeFromServer(url);

function reasonOf(error: unknown): "too_large" | "superseded" | "error" {
  if (error instanceof ExportTooLarge) return "too_large";
  return error instanceof ExportSuperseded ? "superseded" : "error";
}

try {
  post({ kind: "written", written: await write(task) });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  post({ kind: "failed", reason: reasonOf(error), message });
}
port.close();
