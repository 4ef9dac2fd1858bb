import { approvalIdOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import {
  type ApprovalRecord,
  type ApprovalUse,
  decideApprovalUse,
  type SentApproval,
} from "@assay/contract/control/approvals/approval-rules";
import { bindingOf } from "@assay/contract/control/decisions/policy-decision";
import {
  findApproval,
  findWaiting,
  haveOneOwner,
  insertApproval,
  updateApproval,
} from "../approvals/approval-queries.ts";
import { appendsNothing, commitDecision, neverChanges } from "../../platform/db/commit-decision.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { ruleContext } from "../../platform/rule-context.ts";

/** The ids, time and caller of a decision. */
export interface DecisionMoment {
  /** UUID of the decision. */
  decisionId: string;
  now: number;
  caller: Caller;
  newId: () => string;
}

/** Finds the approval that a call refers to; the log is locked. */
export async function findSentApproval(
  { read }: LockedLog,
  { workspaceId, apiKeyId }: Caller,
  call: AuthorizationRequest,
): Promise<SentApproval | undefined> {
  const sent = approvalIdOf(call);
  if (sent === undefined) return undefined;
  const approval = await read((tx) => findApproval(tx, workspaceId, sent));
  const by = approval?.decidedBy ?? null;
  const isOwn = by !== null && (await read((tx) => haveOneOwner(tx, workspaceId, [by, apiKeyId])));
  return { sent, approval, isOwn };
}

/**
 * Opens or consumes an approval, in the transaction of the decision's event. The log is locked; every change
 * of an approval locks the log first.
 *
 * @returns the pending or consumed approval.
 */
export async function consumeOrOpenApproval(
  { read, query }: LockedLog,
  use: ApprovalUse,
  { caller, now, newId }: DecisionMoment,
): Promise<ApprovalRecord | undefined> {
  const { workspaceId, apiKeyId: requestedBy } = caller;
  const waiting =
    use.type === "open"
      ? await read((tx) =>
          findWaiting(tx, workspaceId, { digest: bindingOf(use.evaluated), requestedBy, now }),
        )
      : undefined;
  const decision = decideApprovalUse(waiting, use, ruleContext({ now: () => new Date(now), newId }, caller));
  if (decision.changes.length === 0) return decision.record;
  await query((tx) =>
    commitDecision(decision, {
      insert: (approval) => insertApproval(tx, workspaceId, approval),
      update: (id, set) => updateApproval(tx, { workspaceId, id, from: "approved" }, set),
      delete: neverChanges,
      append: appendsNothing,
      emit: (event) => insertEvent<ControlWebhookEvent>(tx, { workspaceId, id: newId() }, event),
    }),
  );
  return decision.record;
}
