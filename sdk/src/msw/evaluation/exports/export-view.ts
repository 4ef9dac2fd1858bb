import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { limits } from "@assay/contract/platform/limits";
import { instant, instantOrNull } from "../../platform/http/paging.ts";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ExportRow } from "../evaluation-rows.ts";
import type { EvaluationState, EvaluationTables } from "../evaluation-tables.ts";

const ttlMs = limits.exportHours * 3_600_000;

type State = Pick<EvaluationState, "clock" | "evaluationMs">;

/** How far an export is, and when it completed. */
interface ExportState {
  status: "pending" | "running" | "completed" | "expired" | "failed";
  completedAt: number | null;
}

/** How far an export is: pending for a quarter of its time, then running, then completed until its file expires. */
export function exportStateOf(row: ExportRow, { clock, evaluationMs }: State): ExportState {
  const work = clock.workNow() - row.createdWork;
  if (row.failure !== null) return { status: "failed", completedAt: null };
  if (work < evaluationMs)
    return { status: work < evaluationMs / 4 ? "pending" : "running", completedAt: null };
  const completedAt = Math.round(clock.whenWorked(row.createdWork + evaluationMs));
  const isOver = clock.now() >= completedAt + ttlMs;
  return { status: isOver ? "expired" : "completed", completedAt };
}

function stateToWire(row: ExportRow, { status, completedAt }: ExportState) {
  const isWritten = completedAt !== null;
  return {
    id: row.id,
    object: "export" as const,
    status,
    project: row.project,
    format: row.format,
    include_samples: row.includeSamples,
    row_count: isWritten ? row.rowCount : status === "running" ? 0 : null,
    size_bytes: isWritten ? row.file.length : null,
    sha256: isWritten ? row.sha256 : null,
    download_url: status === "completed" ? `/v1/scores/exports/${row.id}/content` : null,
    expires_at: instantOrNull(isWritten ? completedAt + ttlMs : null),
    error: row.failure,
    created_at: instant(row.createdAt),
    completed_at: instantOrNull(completedAt),
  };
}

/** An export as it goes over the wire. */
export const exportToWire = (state: State) => (row: ExportRow) => stateToWire(row, exportStateOf(row, state));

/** Tells endpoints of the exports that have completed since this was done last. */
export function announceExports(state: EvaluationState, workspace: EvaluationTables): void {
  for (const row of workspace.exports.values()) {
    if (row.announced) continue;
    const { completedAt } = exportStateOf(row, state);
    if (completedAt === null) continue;
    row.announced = true;
    const data = stateToWire(row, { status: "completed", completedAt });
    queueEvent<EvaluationEvent>(workspace, { event: "export.completed", at: completedAt, data });
  }
}
