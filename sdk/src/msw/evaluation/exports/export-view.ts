import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { completedExport, type StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import { exportToWire } from "@assay/contract/evaluation/exports/export-wire";
import { limits } from "@assay/contract/platform/limits";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ExportRow } from "../evaluation-rows.ts";
import type { EvaluationState, EvaluationTables } from "../evaluation-tables.ts";

/** Returns an export's current view: pending for a quarter of its time, then running, then completed. */
export function exportNow(
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
