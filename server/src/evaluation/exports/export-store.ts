import type { Knex } from "knex";
import { insertChunk } from "./export-chunk-queries.ts";
import type { ExportTask } from "./file/export-messages.ts";
import { exportedRows } from "./exported-rows-queries.ts";
import { type ExportStore, writeExport, type WrittenExport } from "./file/write-export.ts";

/** Another worker writes the export's file now, or it has ended. */
export class ExportSuperseded extends Error {
  override readonly name = "ExportSuperseded";
}

/**
 * An export's rows and file in the database.
 *
 * @param from where the rows are read: a transaction with a snapshot of its own, where that does not keep others waiting.
 * @param to where chunks are stored.
 */
export function exportStore(from: Knex, to: Knex, task: ExportTask): ExportStore {
  return {
    rows: exportedRows(from, task.evaluations, task.includeSamples),
    async save(chunk) {
      if (await insertChunk(to, task.key, chunk)) return;
      throw new ExportSuperseded(`Export ${task.key.exportId} is written by another worker, or has ended.`);
    },
  };
}

/** Writes an export's file from rows that are all as at one moment, over two connections of a server. */
export async function writeFromSnapshot(knex: Knex, task: ExportTask): Promise<WrittenExport> {
  const snapshot = await knex.transaction(undefined, { isolationLevel: "repeatable read", readOnly: true });
  try {
    return await writeExport(task, exportStore(snapshot, knex, task));
  } finally {
    await snapshot.rollback();
  }
}
