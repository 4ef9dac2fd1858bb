import {
  type ApprovalRecord,
  approvalStatusAt,
  type ApprovalUse,
  decideApprovalUse,
} from "@assay/contract/control/approvals/approval-rules";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import { bindingOf } from "@assay/contract/control/decisions/policy-decision";
import { appendsNothing, applyDecision } from "../platform/state/apply-decision.ts";
import { queueEvent } from "../platform/state/outbox.ts";
import { ruleContext } from "../platform/state/rule-context.ts";
import type { ControlCall } from "./control-tables.ts";

/** Opens or consumes an approval, with its event. @returns the pending or consumed approval. */
export function consumeOrOpenApproval(
  call: ControlCall,
  use: ApprovalUse,
  now: number,
): ApprovalRecord | undefined {
  const { workspace, apiKeyId } = call.caller;
  const isWaiting = (one: ApprovalRecord): boolean =>
    use.type === "open" &&
    one.actionDigest === bindingOf(use.evaluated) &&
    one.requestedBy === apiKeyId &&
    approvalStatusAt(one, now) === "pending";
  const waiting = [...workspace.approvals.values()].find(isWaiting);
  return applyDecision(decideApprovalUse(waiting, use, { ...ruleContext(call), now }), {
    table: workspace.approvals,
    append: appendsNothing,
    emit: (event) => queueEvent<ControlWebhookEvent>(workspace, structuredClone(event)),
  });
}
