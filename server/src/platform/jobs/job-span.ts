import type { SpanStart, TraceContext } from "../tracing/span.ts";
import type { Job } from "./queue.ts";

/** The span of an attempt to run a job, in the trace of the request that enqueued the job. */
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
