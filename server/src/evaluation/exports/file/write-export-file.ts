import { Worker } from "node:worker_threads";
import type { Database } from "../../../platform/db/connection/database.ts";
import { workerModules } from "../../../platform/threads/worker-modules.ts";
import type {
  ExportThreadSettings,
  ExportTask,
  FromExportThread,
  ToExportThread,
} from "./export-messages.ts";
import { exportStore, ExportSuperseded, writeFromSnapshot } from "../export-store.ts";
import { ExportTooLarge, writeExport, type WrittenExport } from "./write-export.ts";

/** Heap limits of the thread (MiB). If they are exceeded, the thread ends, but not the server. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 24 };

/**
 * Maximum number of rows in files that the server's own thread writes. For such files, starting another
 * thread takes longer than writing the file, which takes about 20 ms.
 */
const maxInlineRows = 1000;

/**
 * Writes an export's file: a small file in this thread, any other file in a separate thread.
 *
 * @param expectedRows expected number of rows.
 * @throws {ExportTooLarge} if the file is too large, {@link ExportSuperseded}, the error that ended the
 * thread, or the reason of `signal`.
 */
export async function writeExportFile(
  database: Pick<Database, "knex" | "url" | "pooled">,
  { task, expectedRows }: { task: ExportTask; expectedRows: number },
  signal: AbortSignal,
): Promise<WrittenExport> {
  // With samples, even a small number of rows may be large, because a sample may have a megabyte.
  if (expectedRows > maxInlineRows || task.includeSamples) return runExportThread(database, task, signal);
  const { knex, url } = database;
  return url === null ? writeExport(task, exportStore(knex, knex, task)) : writeFromSnapshot(knex, task);
}

/**
 * Writes an export's file in a separate thread. With a Postgres server, the thread opens its own connections.
 * The embedded database has only one connection, so the server's thread reads the pages and stores the chunks
 * between other requests.
 *
 * @throws {ExportTooLarge} if the file is too large, {@link ExportSuperseded}, the error that ended the
 * thread, or the reason of `signal`.
 */
async function runExportThread(
  database: Pick<Database, "knex" | "url" | "pooled">,
  task: ExportTask,
  signal: AbortSignal,
): Promise<WrittenExport> {
  signal.throwIfAborted();
  const { start, entry, execArgv } = workerModules(
    new URL("./export-worker.ts", import.meta.url),
    "export-worker",
  );
  const { url, pooled } = database;
  const workerData: ExportThreadSettings = { entry: entry.href, url, pooled, task };
  const worker = new Worker(start, { workerData, execArgv, resourceLimits, name: "assay-export" });
  const abort = (): void => void worker.terminate();
  signal.addEventListener("abort", abort);
  try {
    return await outcome(worker, createResponder(database, task));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

function outcome(
  worker: Worker,
  respond: (request: FromExportThread) => Promise<ToExportThread | undefined>,
): Promise<WrittenExport> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: FromExportThread) => {
      if (message.kind === "written") return resolve(message.written);
      if (message.kind === "failed") return reject(errorOf(message));
      respond(message).then((response) => post(worker, response), reject);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The thread that writes the export has ended.")));
  });
}

/** Sends a message to the thread. The empty transfer list selects the overload without a window. */
const post = (worker: Worker, response: ToExportThread | undefined): void => worker.postMessage(response, []);

function errorOf({ reason, message }: Extract<FromExportThread, { kind: "failed" }>): Error {
  if (reason === "too_large") return new ExportTooLarge(message);
  return reason === "superseded" ? new ExportSuperseded(message) : new Error(message);
}

/** Returns a function that responds to the thread's requests to the embedded database. */
function createResponder({ knex }: Pick<Database, "knex">, task: ExportTask) {
  const store = exportStore(knex, knex, task);
  const pages = store.rows[Symbol.asyncIterator]();
  return async (request: FromExportThread): Promise<ToExportThread | undefined> => {
    if (request.kind === "page") {
      const { done, value } = await pages.next();
      return { kind: "rows", rows: done ? undefined : value };
    }
    if (request.kind !== "save") return undefined;
    await store.save(request.chunk);
    return { kind: "saved" };
  };
}
