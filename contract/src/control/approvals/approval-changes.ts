// Builds decisions about approvals: each change has one evidence event and one webhook event.
import type { Decision } from "../../platform/decision.ts";
import { approvalEvent, type ControlEvent } from "../control-evidence.ts";
import type { ApprovalEventKind } from "../control-events.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import { approvalContents, type UnlinkedEvent } from "./approval-wire.ts";

/** The outcome of a command on an approval. */
export type ApprovalDecision = Decision<ApprovalRecord, ControlEvent, UnlinkedEvent> & {
  record: ApprovalRecord;
};

/** The event of a change. */
export interface ApprovalCause {
  kind: ApprovalEventKind;
  now: number;
  /** Id of the API key that caused the change; null if the server caused it. */
  by: string | null;
}

const announced = (record: ApprovalRecord, { kind, now, by }: ApprovalCause) => {
  const shown = approvalContents(record, now);
  return {
    record,
    evidence: [approvalEvent(kind, shown, by)],
    events: [{ event: kind, at: now, data: shown }],
  };
};

/** Opens an approval. */
export const insertedApproval = (record: ApprovalRecord, cause: ApprovalCause): ApprovalDecision => ({
  ...announced(record, cause),
  changes: [{ op: "insert", record }],
});

/** Changes an approval. */
export const changedApproval = (
  approval: ApprovalRecord,
  set: Partial<ApprovalRecord>,
  cause: ApprovalCause,
): ApprovalDecision => ({
  ...announced({ ...approval, ...set }, cause),
  changes: [{ op: "update", id: approval.id, set }],
});
