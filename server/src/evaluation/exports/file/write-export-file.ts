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

/** What the thread may take for objects, in MiB: more is a fault, which ends it and not the server. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 24 };

/** Rows that are written by the server's thread: to start another takes longer, and they keep it for 20 ms. */
const fewRows = 1000;

/**
 * Writes an export's file: a small one here, any other in a thread of its own.
 *
 * @param expectedRows how many rows it will have.
 * @throws {ExportTooLarge} {@link ExportSuperseded}, what ended the thread, or what `signal` was aborted with.
 */
export async function writeExportFile(
  database: Pick<Database, "knex" | "url">,
  { task, expectedRows }: { task: ExportTask; expectedRows: number },
  signal: AbortSignal,
): Promise<WrittenExport> {
  // Samples may have a megabyte each.
  if (expectedRows > fewRows || task.includeSamples) return runExportThread(database, task, signal);
  const { knex, url } = database;
  return url === null ? writeExport(task, exportStore(knex, knex, task)) : writeFromSnapshot(knex, task);
}

/**
 * Writes an export's file in a thread of its own. On a server of its own the database is the thread's affair; of the
 * embedded one, which has one connection, pages and chunks are read and stored here in between other requests.
 *
 * @throws {ExportTooLarge} {@link ExportSuperseded}, what ended the thread, or what `signal` was aborted with.
 */
async function runExportThread(
  database: Pick<Database, "knex" | "url">,
  task: ExportTask,
  signal: AbortSignal,
): Promise<WrittenExport> {
  signal.throwIfAborted();
  const { start, entry, execArgv } = workerModules(
    new URL("./export-worker.ts", import.meta.url),
    "export-worker",
  );
  const workerData: ExportThreadSettings = { entry: entry.href, url: database.url, task };
  const worker = new Worker(start, { workerData, execArgv, resourceLimits, name: "assay-export" });
  const abort = (): void => void worker.terminate();
  signal.addEventListener("abort", abort);
  try {
    return await outcome(worker, answerer(database, task));
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
  answer: (question: FromExportThread) => Promise<ToExportThread | undefined>,
): Promise<WrittenExport> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message: FromExportThread) => {
      if (message.kind === "written") return resolve(message.written);
      if (message.kind === "failed") return reject(errorOf(message));
      answer(message).then((said) => post(worker, said), reject);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The thread that wrote the export has ended.")));
  });
}

/** Says something to the thread; with an empty list of what to hand over, as no window is meant. */
const post = (worker: Worker, said: ToExportThread | undefined): void => worker.postMessage(said, []);

function errorOf({ reason, message }: Extract<FromExportThread, { kind: "failed" }>): Error {
  if (reason === "too_large") return new ExportTooLarge(message);
  return reason === "superseded" ? new ExportSuperseded(message) : new Error(message);
}

/** Answers what the thread asks of the embedded database. */
function answerer({ knex }: Pick<Database, "knex">, task: ExportTask) {
  const store = exportStore(knex, knex, task);
  const pages = store.rows[Symbol.asyncIterator]();
  return async (question: FromExportThread): Promise<ToExportThread | undefined> => {
    if (question.kind === "page") {
      const { done, value } = await pages.next();
      return { kind: "rows", rows: done ? undefined : value };
    }
    if (question.kind !== "save") return undefined;
    await store.save(question.chunk);
    return { kind: "saved" };
  };
}
