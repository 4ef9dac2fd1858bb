import type { Knex } from "knex";
import { insertChunk } from "./export-chunk-queries.ts";
import type { ExportTask } from "./file/export-messages.ts";
import { exportedRows } from "./exported-rows-queries.ts";
import { type ExportStore, writeExport, type WrittenExport } from "./file/write-export.ts";

/** Thrown if another worker is now writing the export's file, or if the export has ended. */
export class ExportSuperseded extends Error {
  override readonly name = "ExportSuperseded";
}

/**
 * Returns access to an export's rows and to its file in the database.
 *
 * @param from the connection from which the rows are read: a transaction with its own snapshot, unless such a
 * transaction would block other requests.
 * @param to the connection through which the chunks are stored.
 */
export function exportStore(from: Knex, to: Knex, task: ExportTask): ExportStore {
  return {
    rows: exportedRows(from, task.evaluations, task.includeSamples),
    async save(chunk) {
      if (await insertChunk(to, task.key, chunk)) return;
      throw new ExportSuperseded(
        `Export ${task.key.exportId} is being written by another worker, or has ended.`,
      );
    },
  };
}

/** Writes an export's file from one snapshot of the rows, with two connections to a Postgres server. */
export async function writeFromSnapshot(knex: Knex, task: ExportTask): Promise<WrittenExport> {
  const snapshot = await knex.transaction(undefined, { isolationLevel: "repeatable read", readOnly: true });
  try {
    return await writeExport(task, exportStore(snapshot, knex, task));
  } finally {
    await snapshot.rollback();
  }
}
