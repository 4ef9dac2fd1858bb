import type { ApprovalChange } from "../../control/approval-stream.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";
import { givenOf, instant } from "./show-approvals.ts";

/** Options of `assay approvals watch`. */
export interface WatchApprovalsOptions {
  snapshot?: boolean;
  after?: number;
  count?: number;
}

/** Prints changes of approvals, until Ctrl-C or until the reader of stdout stops reading. */
export async function watchApprovals(
  { snapshot, after, count = Number.POSITIVE_INFINITY }: WatchApprovalsOptions,
  { client, output, signal, stop }: CommandContext,
): Promise<void> {
  let shown = 0;
  if (count === 0) return;
  const options = { snapshot, lastEventId: after, signal: stop };
  try {
    for await (const change of client.control.approvals.stream(options)) {
      show(change, output);
      shown += 1;
      if (shown >= count) return;
    }
  } catch (error) {
    if (!stop.aborted || signal.aborted) throw error;
  }
}

function show(change: ApprovalChange, output: Output): void {
  output.row(change);
  const { event, approval, lastEventId: position } = change;
  const { id, subject, resource, expiresAt } = approval;
  output.line(
    { text: event.slice("approval.".length).padEnd(10), emphasis: "bold" },
    `${id}  ${givenOf(approval)}  ${subject.id}  ${resource.id}  `,
    {
      text: `expires ${instant(expiresAt)}${position === undefined ? "" : `  position ${position}`}`,
      emphasis: "dim",
    },
  );
}
