import {
  type ApprovalRecord,
  decideApproval,
  requireApproval,
} from "@assay/contract/control/approvals/approval-rules";
import { approvalPages, approvalToWire } from "@assay/contract/control/approvals/approval-wire";
import { isOfOwner } from "./authorize.ts";
import { appendsTo } from "../evidence/evidence-log.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";
import { ruleContext } from "../platform/state/rule-context.ts";

const approvalBody = ({ clock }: ControlCall, approval: ApprovalRecord) =>
  structuredClone(approvalToWire(approval, clock.now()));

export const approvalHandlers: ControlHandlers<"approvals"> = {
  list: ({ query }, call) => {
    const { status, agentId } = query;
    const pages = approvalPages(query, "text");
    const found = [...call.caller.workspace.approvals.values()]
      .toReversed()
      .map((approval) => approvalBody(call, approval))
      .filter(
        (approval) =>
          (status === undefined || approval.status === status) &&
          (agentId === undefined || (approval.subject.type === "agent" && approval.subject.id === agentId)),
      );
    const start = pages.after ? found.findIndex(({ id }) => id === pages.after?.[1]) + 1 : 0;
    const { page, nextCursor } = pages.cut(found.slice(start), ({ createdAt, id }) => [createdAt, id]);
    return { status: 200, body: { approvals: page, nextCursor } };
  },
  get: ({ params: { id } }, call) => ({
    status: 200,
    body: approvalBody(call, requireApproval(call.caller.workspace.approvals.get(id), id)),
  }),
  decide: ({ params: { id }, body }, call) =>
    call.commit(() => {
      const { approvals } = call.caller.workspace;
      const approval = approvals.get(id);
      const state = { approval, isOwn: isOfOwner(call.caller, approval?.requestedBy ?? null) };
      const command = { ...body, id, reason: body.reason ?? null };
      const record = applyDecision(decideApproval(state, command, ruleContext(call)), {
        table: approvals,
        ...appendsTo(call),
      });
      return { status: 200 as const, body: approvalBody(call, requireApproval(record, id)) };
    }),
};
