import type { SpanStart, TraceContext } from "../tracing/span.ts";
import type { Job } from "./queue.ts";

/**
 * Returns the start of the span for an attempt to run a job. The span belongs to the trace of the request
 * that enqueued the job.
 */
export const spanOf = ({
  id,
  kind,
  attempts,
  workspaceId,
  traceContext,
}: Job): SpanStart & { parent: TraceContext | null } => ({
  name: `job ${kind}`,
  kind: "consumer",
  parent: traceContext,
  attributes: {
    "assay.job.id": id,
    "assay.job.kind": kind,
    "assay.job.attempt": attempts,
    "assay.workspace.id": workspaceId,
  },
});
