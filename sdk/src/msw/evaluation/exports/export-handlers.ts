import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import {
  type StoredExport,
  completedExport,
  exportedFile,
  namedEvaluations,
  newExport,
  requireExport,
} from "@assay/contract/evaluation/exports/export-rules";
import { exportToWire, shownExport } from "@assay/contract/evaluation/exports/export-wire";
import { limits } from "@assay/contract/platform/limits";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { EvaluationRow, ExportRow } from "../evaluation-rows.ts";
import type {
  EvaluationCall,
  EvaluationHandlers,
  EvaluationState,
  EvaluationTables,
} from "../evaluation-tables.ts";
import { exportedRows } from "@assay/contract/evaluation/exports/exported-rows";
import type { ExportRecord } from "@assay/contract/export-files";
import { evaluatedAt, evaluationNow } from "../evaluations/evaluation-run.ts";
import type { CreateExportBody } from "@assay/contract/evaluation/exports/exports";
import type { Download } from "@assay/contract/platform/c";
import { newestPage } from "@assay/contract/platform/paging/sorted-page";
import { sha256Hex } from "../../platform/state/mock-secrets.ts";
import { reaches } from "@assay/contract/workspace/access-rules";
import { listReached } from "@assay/contract/workspace/reached-rows";
import { requireProject } from "../../workspace/reach.ts";
import { isBlindTo, refuseBlindEvaluations } from "../evaluations/evaluation-access.ts";

/** Returns an export's current view: pending for a quarter of its time, then running, then completed. */
function exportNow(
  { stored, file, createdWork, failure }: ExportRow,
  { clock, evaluationMs }: Pick<EvaluationState, "clock" | "evaluationMs">,
): StoredExport {
  if (failure !== null) return { ...stored, status: "failed", error: failure };
  const work = clock.workNow() - createdWork;
  if (work < evaluationMs / 4) return stored;
  if (work < evaluationMs) return { ...stored, status: "running", rowCount: 0 };
  const completedAt = Math.round(clock.whenWorked(createdWork + evaluationMs));
  const written = { ...file, sizeBytes: file.bytes.length };
  return { ...stored, ...completedExport(written, { completedAt, keepHours: limits.exportHours }) };
}

/** Emits the events of exports that completed since the last call. */
export function emitCompletedExports(state: EvaluationState, workspace: EvaluationTables): void {
  for (const row of workspace.exports.values()) {
    if (row.isEndEmitted) continue;
    const stored = exportNow(row, state);
    if (stored.completedAt === null) continue;
    row.isEndEmitted = true;
    const { completedAt: at } = stored;
    const data = exportToWire(stored, { now: at, server: "" });
    queueEvent<EvaluationEvent>(workspace, { event: "export.completed", at, data });
  }
}

/** Returns the rows for an export of completed evaluations, in the server's order. */
function rowsOfEvaluations(evaluations: readonly EvaluationRow[], call: EvaluationCall): ExportRecord[] {
  const credentialsOf = (review: string) => call.caller.workspace.reviews.get(review)?.credentials;
  return evaluations.flatMap((evaluation) =>
    exportedRows(evaluation, {
      createdAt: (index) => evaluatedAt(evaluation, index, call),
      credentialsOf,
    }),
  );
}

/**
 * Returns the evaluations that the body names; if it names none, all completed ones.
 *
 * @throws {ApiError} for refusals by `namedEvaluations`.
 */
function evaluationsOf(call: EvaluationCall, body: CreateExportBody): EvaluationRow[] {
  const reached = listReached(call.caller, call.caller.workspace.evaluations);
  const byId = new Map(
    reached.map((row) => [row.id, { row, ...row, status: evaluationNow(row, call).status }]),
  );
  if (body.evaluations) return namedEvaluations(body, byId).flatMap((id) => byId.get(id)?.row ?? []);
  return reached.filter(
    ({ id, project }) => project === body.project && byId.get(id)?.status === "completed",
  );
}

async function createExport(call: EvaluationCall, body: CreateExportBody): Promise<StoredExport> {
  requireProject(call.caller, body.project, "/project");
  const evaluations = evaluationsOf(call, body);
  const ids = evaluations.map(({ id }) => id);
  refuseBlindEvaluations(call, ids);
  const file = await writeFile(body, rowsOfEvaluations(evaluations, call));
  const stored = newExport(body, ids, call.rules);
  const row = { stored, file, createdWork: call.clock.workNow(), failure: null, isEndEmitted: false };
  call.caller.workspace.exports.set(stored.id, row);
  return stored;
}

async function writeFile(
  body: CreateExportBody,
  rows: ReturnType<typeof rowsOfEvaluations>,
): Promise<ExportRow["file"]> {
  // Loaded on demand, because most tests export nothing.
  const { exportWriter } = await import("@assay/contract/export-files");
  const writer = exportWriter(body.format, body.include_samples);
  // A piece is only valid until the next call, so copy it.
  const pieces = [() => writer.write(rows), () => writer.end()].map((next) => new Uint8Array(next()));
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return { bytes, sha256: await sha256Hex(bytes), rowCount: rows.length };
}

/** Returns an export that the caller can access. @throws {ApiError} 404 if there is no such export. */
function getExport({ caller }: EvaluationCall, id: string): ExportRow {
  const row = caller.workspace.exports.get(id);
  return requireExport(row && reaches(caller, row.stored.project) ? row : undefined, id);
}

/** Returns an export's file. @throws {ApiError} 409 if it has no file; 403 for blind reviewers. */
function downloadOf(row: ExportRow, call: EvaluationCall): Download {
  const file = exportedFile(exportNow(row, call), call.clock.now());
  refuseBlindEvaluations(call, row.stored.evaluations);
  return {
    ...file,
    async *read(start, end) {
      yield row.file.bytes.subarray(start, end);
    },
  };
}

/** Maps an export to the wire format for a caller. */
const exportToWireFor = (call: EvaluationCall) => (stored: StoredExport) => {
  const shown = shownExport(stored, (evaluations) => isBlindTo(call, evaluations));
  return exportToWire(shown, { now: call.clock.now(), server: "" });
};

export const exportHandlers: EvaluationHandlers<"exports"> = {
  create: ({ body }, call) => call.commit(async () => exportToWireFor(call)(await createExport(call, body))),
  list: ({ query }, call) => {
    const rows = [...call.caller.workspace.exports.values()]
      .map((row) => exportNow(row, call))
      .filter(({ project }) => reaches(call.caller, project));
    return newestPage(rows, query, { list: "exports", toWire: exportToWireFor(call) });
  },
  get: ({ params }, call) => exportToWireFor(call)(exportNow(getExport(call, params.id), call)),
  content: ({ params }, call) => downloadOf(getExport(call, params.id), call),
};
