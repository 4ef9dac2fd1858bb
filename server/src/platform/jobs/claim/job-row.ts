import type { TraceContext } from "../../tracing/span.ts";
import type { JobLane } from "./lanes.ts";

/** The row of a claimed job. */
export interface JobRow {
  workspace_id: string;
  id: string;
  kind: string;
  lane: JobLane;
  group_id: string | null;
  attempts: number;
  payload: unknown;
  trace_context: TraceContext | null;
  lease_token: string;
}

/** Returns the job in a row. */
export const jobOf = (row: JobRow) => ({
  workspaceId: row.workspace_id,
  id: row.id,
  kind: row.kind,
  lane: row.lane,
  groupId: row.group_id,
  attempts: row.attempts,
  payload: row.payload,
  traceContext: row.trace_context,
  token: row.lease_token,
});
