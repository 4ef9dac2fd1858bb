import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { completedExport } from "@assay/contract/evaluation/exports/export-rules";
import { counted, keysOfEvaluators } from "@assay/contract/domain";
import type { Knex } from "knex";
import * as z from "zod";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import { defineJob } from "../../platform/jobs/job-kind.ts";
import { type Job, LeaseLost, type NewJob } from "../../platform/jobs/queue.ts";
import { deleteChunks } from "./export-chunk-queries.ts";
import type { ExportTask } from "./file/export-messages.ts";
import { endExport, type ExportKey, type ExportRecord, startAttempt } from "./export-queries.ts";
import { ExportSuperseded } from "./export-store.ts";
import { exportToWire } from "./export-wire.ts";
import { readEvaluations } from "./exported-evaluation-queries.ts";
import { writeExportFile } from "./file/write-export-file.ts";
import { ExportTooLarge, type WrittenExport } from "./file/write-export.ts";

const payload = z.object({ export: z.uuid() });
const kind = "export.write";

/** Returns the job that writes an export's file. */
export const exportJob = (workspaceId: string, exportId: string): NewJob => ({
  workspaceId,
  kind,
  lane: "export",
  groupId: exportId,
  payload: { export: exportId },
});

const keyOf = ({ workspaceId, payload: { export: exportId } }: Job<z.output<typeof payload>>): ExportKey => ({
  workspaceId,
  exportId,
});

/**
 * Writes the file of an export. Each attempt starts from the beginning with its own lease. Chunks of earlier
 * attempts are deleted. If a worker continues after losing its lease, its chunks do not become part of any
 * file.
 */
export const runExport = {
  [kind]: defineJob({
    payload,
    run: async (deps, job, signal) => {
      const { knex } = deps.database;
      const key = keyOf(job);
      const started = await startAttempt(knex, key, job);
      if (!started) return async () => {};
      await deleteChunks(knex, key, job.token);
      const file = await fileOf(knex, { ...key, attempt: job.token }, started);
      const written = await writtenOrRefused(deps, job, { file, signal });
      return (tx) =>
        written instanceof ExportTooLarge
          ? fail(tx, key, written.message)
          : complete(tx, deps, { key, attempt: job.token, written });
    },
    onDead: async (tx, job, { reason }) =>
      fail(
        tx,
        keyOf(job),
        `The file could not be written in ${counted(job.attempts, "attempt")}. Last error: ${reason}.`,
      ),
  }),
};

/** The contents of a file, with the expected number of rows. */
interface ExportFile {
  task: ExportTask;
  expectedRows: number;
}

async function fileOf(
  db: Knex,
  key: ExportTask["key"],
  { format, includeSamples, evaluations: ids }: ExportRecord,
): Promise<ExportFile> {
  const { workspaceId } = key;
  const uuids = ids.map((id) => uuidOf("evaluation", id));
  const evaluations = await readEvaluations(db, workspaceId, uuids);
  const task: ExportTask = {
    key,
    format,
    includeSamples,
    evaluations: evaluations.map((evaluation) => ({
      workspaceId,
      id: evaluation.id,
      name: evaluation.name,
      datasetId: evaluation.dataset_id,
      datasetVersion: evaluation.dataset_version,
      modelId: evaluation.model_id,
      runs: evaluation.runs,
      keys: keysOfEvaluators(evaluation.evaluators),
    })),
  };
  const rowsOf = (each: (typeof evaluations)[number]): number =>
    each.total * each.evaluators.length * each.runs;
  return { task, expectedRows: evaluations.reduce((sum, each) => sum + rowsOf(each), 0) };
}

async function writtenOrRefused(
  { database }: PlatformDeps,
  job: Job,
  { file, signal }: { file: ExportFile; signal: AbortSignal },
): Promise<WrittenExport | ExportTooLarge> {
  try {
    return await writeExportFile(database, file, signal);
  } catch (error) {
    if (error instanceof ExportTooLarge) return error;
    throw error instanceof ExportSuperseded ? new LeaseLost(job.id) : error;
  }
}

async function complete(
  tx: Tx,
  deps: PlatformDeps,
  { key, attempt, written }: { key: ExportKey; attempt: string; written: WrittenExport },
): Promise<void> {
  const completedAt = deps.now().getTime();
  const { rowCount, sizeBytes } = written;
  const sha256 = Buffer.from(written.sha256).toString("hex");
  const keepHours = deps.config.exportTtlHours;
  const end = completedExport({ rowCount, sizeBytes, sha256 }, { completedAt, keepHours });
  const completed = await endExport(tx, key, { attempt, ...end });
  if (!completed) throw new Error(`Export ${key.exportId} ended while attempt ${attempt} wrote its file.`);
  await deleteChunks(tx, key, attempt);
  await insertEvent<EvaluationEvent>(
    tx,
    { workspaceId: key.workspaceId, id: deps.newId() },
    { event: "export.completed", at: completedAt, data: exportToWire(completed, deps) },
  );
}

async function fail(tx: Tx, key: ExportKey, error: string): Promise<void> {
  await endExport(tx, key, { status: "failed", error, rowCount: null });
  await deleteChunks(tx, key, null);
}
