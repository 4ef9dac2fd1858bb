import { inactiveKeysOf } from "@assay/contract/control/approvals/approval-obstacles";
import type { Approval } from "@assay/contract/control/approvals/approval-object";
import { type ApprovalRecord, visibleApproval } from "@assay/contract/control/approvals/approval-record";
import {
  type ApprovalCommand,
  type ApprovalState,
  decideApproval,
  requireApproval,
} from "@assay/contract/control/approvals/approval-rules";
import { approvalPages, approvalToWire } from "@assay/contract/control/approvals/approval-wire";
import {
  approvalEvents,
  approvalIn,
  changeMessage,
  pendingMessage,
  snapshotEndMessage,
} from "@assay/contract/control/approvals/stream/approval-stream";
import { positionMessage } from "@assay/contract/evidence/events/event-rules";
import { cutSorted, hasValues } from "@assay/contract/platform/paging/sorted-page";
import { matchesFilter } from "../evidence/event-handlers.ts";
import { eventStream } from "../evidence/mock-event-stream.ts";
import { activeKeysIn, approvalTargets, expireApprovals, keyOwnerOf } from "./approval-state.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";

const approvalBody = ({ clock }: ControlCall, approval: ApprovalRecord) =>
  structuredClone(approvalToWire(approval, clock.now(), undefined));

export const approvalHandlers: ControlHandlers<"approvals"> = {
  list: ({ query }, call) => {
    const { status, agentId, tool, from = 0, to = Number.POSITIVE_INFINITY } = query;
    const pages = approvalPages(query, "text");
    const found = [...call.caller.workspace.approvals.values()]
      .map((approval) => approvalBody(call, approval))
      .filter(
        (approval) =>
          hasValues(approval, { status }) &&
          (tool === undefined || (approval.resource.type === "tool" && approval.resource.id === tool)) &&
          approval.createdAt >= from &&
          approval.createdAt < to &&
          [call.caller.keyAgent, agentId ?? null].every((agent) => visibleApproval(approval, agent)),
      );
    const order = { keyOf: ({ createdAt, id }: Approval) => [createdAt, id], descending: true };
    const { page, nextCursor } = cutSorted(pages, found, order);
    return { approvals: page, nextCursor };
  },
  stream: ({ query: { snapshot = false } }, call) => {
    const { workspace, keyAgent } = call.caller;
    return eventStream(call, {
      matches: matchesFilter(approvalEvents(keyAgent), workspace.evidence),
      messageOf: (event) => {
        const approval = approvalIn(event, undefined);
        return approval && changeMessage(event.type, event.seq, approval);
      },
      tick: () => expireApprovals(call),
      opening: (position, isResumed) =>
        snapshot && !isResumed ? snapshotMessages(call, position) : [positionMessage(position)],
    });
  },
  get: ({ params: { id } }, call) => {
    const { workspace, keyAgent } = call.caller;
    return approvalBody(call, requireApproval(workspace.approvals.get(id), { id, keyAgent }));
  },
  decide: ({ params: { id }, body: { decision, reason = null } }, call) =>
    command(call, { id, decision, reason }),
  withdraw: ({ params: { id }, body: { reason = null } }, call) =>
    command(call, { id, decision: "withdraw", reason }),
};

/** Returns the messages of the pending approvals, oldest first. */
const snapshotMessages = (call: ControlCall, position: number): string[] => [
  ...[...call.caller.workspace.approvals.values()]
    .map((approval) => approvalBody(call, approval))
    .filter(({ status }) => status === "pending")
    .filter((approval) => visibleApproval(approval, call.caller.keyAgent))
    .map(pendingMessage),
  snapshotEndMessage(position),
];

const command = (call: ControlCall, given: ApprovalCommand) =>
  call.commit(() => {
    const decision = decideApproval(approvalStateOf(call, given.id), given, call.rules);
    const record = applyDecision(decision, approvalTargets(call)) ?? decision.record;
    return approvalBody(call, record);
  });

function approvalStateOf({ caller, clock }: ControlCall, id: string): ApprovalState {
  const { workspace, scopes, reviewer, keyAgent } = caller;
  const approval = workspace.approvals.get(id);
  return {
    approval,
    caller: { ...keyOwnerOf(caller), scopes, keyAgent },
    requesterReviewer: workspace.apiKeys.get(approval?.requestedBy ?? "")?.reviewer ?? null,
    approver: reviewer === null ? undefined : workspace.reviewers.get(reviewer),
    inactiveKeys: inactiveKeysOf(approval, activeKeysIn(workspace, clock.now())),
  };
}
