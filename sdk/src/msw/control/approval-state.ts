import { approvalIdOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import { type SentApproval, sentApprovalOf } from "@assay/contract/control/approvals/approval-obstacles";
import { isActiveKey } from "@assay/contract/workspace/api-key-rules";
import type { ApprovalRecord, KeyOwner } from "@assay/contract/control/approvals/approval-record";
import { decideAgentRemoval, decideApprovalExpiry } from "@assay/contract/control/approvals/approval-rules";
import {
  type ApprovalUse,
  decideApprovalUse,
  isReopened,
} from "@assay/contract/control/approvals/approval-use-rules";
import { linkedEvent, type UnlinkedEvent } from "@assay/contract/control/approvals/approval-wire";
import { appendServerEvent } from "../evidence/evidence-log.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";
import { queueEvent } from "../platform/state/outbox.ts";
import type { ControlCall, ControlTables } from "./control-tables.ts";

type TablesAndClock = Pick<ControlCall, "clock"> & { caller: Pick<ControlCall["caller"], "workspace"> };

/**
 * Returns the targets to which decisions about approvals are written: the approvals, the evidence log and the
 * outbox.
 */
export const approvalTargets = (call: TablesAndClock) => ({
  table: call.caller.workspace.approvals,
  append: (event: ControlEvent): void => appendServerEvent(call, structuredClone(event)),
  emit: (event: UnlinkedEvent): void =>
    queueEvent<ControlWebhookEvent>(call.caller.workspace, structuredClone(linkedEvent(event, undefined))),
});

/** Returns the id of the caller's key, and the reviewer that the key acts as. */
export const keyOwnerOf = ({ apiKeyId, reviewer }: ControlCall["caller"]): KeyOwner => ({
  keyId: apiKeyId,
  reviewer,
});

/** Returns whether a key can be used. */
export const activeKeysIn =
  ({ apiKeys }: Pick<ControlTables, "apiKeys">, now: number) =>
  (id: string): boolean => {
    const key = apiKeys.get(id);
    return key !== undefined && isActiveKey(key, now);
  };

/** Returns the approval that a request names; undefined if the request names none. */
export function sentApproval(
  { caller, clock }: ControlCall,
  call: AuthorizationRequest,
  secrets: readonly string[],
): SentApproval | undefined {
  const sent = approvalIdOf(call);
  if (sent === undefined) return undefined;
  const { workspace, keyAgent } = caller;
  const found = workspace.approvals.get(sent);
  const isActive = activeKeysIn(workspace, clock.now());
  return sentApprovalOf({ sent, found, isActive, secrets }, { ...keyOwnerOf(caller), keyAgent });
}

/**
 * Opens or consumes an approval, and emits the webhook event.
 *
 * @returns the pending or consumed approval, and the events to append after the decision.
 */
export function consumeOrOpenApproval(
  call: ControlCall,
  use: ApprovalUse,
  now: number,
): { approval: ApprovalRecord; evidence: readonly ControlEvent[] } {
  const context = { ...call.rules, now };
  const approvals = [...call.caller.workspace.approvals.values()];
  const waiting = approvals.find((approval) => isReopened(approval, use, context));
  const decision = decideApprovalUse(waiting, use, context);
  // The caller appends this evidence later, because it must follow the decision's own event.
  applyDecision(decision, { ...approvalTargets(call), append: () => {} });
  return { approval: decision.record, evidence: decision.evidence };
}

/** Stores and logs the expiry of every approval that has expired, and emits the webhook events. */
export function expireApprovals(call: TablesAndClock): void {
  const now = call.clock.now();
  for (const approval of call.caller.workspace.approvals.values())
    applyDecision(decideApprovalExpiry(approval, now), approvalTargets(call));
}

/** Deletes the key of a deleted agent, revokes its API keys, and withdraws the open approvals of its calls. */
export function removeTraces(call: ControlCall, agent: string): void {
  const { agentKeys, apiKeys, approvals } = call.caller.workspace;
  agentKeys.delete(agent);
  for (const apiKey of apiKeys.values()) if (apiKey.agent === agent) apiKey.revokedAt ??= call.clock.now();
  for (const approval of approvals.values()) {
    const { type, id } = approval.subject;
    if (type === "agent" && id === agent)
      applyDecision(decideAgentRemoval(approval, call.rules), approvalTargets(call));
  }
}
