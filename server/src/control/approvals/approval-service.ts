import type { Approval } from "@assay/contract/control/approvals/approval-object";
import type { ApprovalDecision } from "@assay/contract/control/approvals/approval-changes";
import { inactiveKeysOf } from "@assay/contract/control/approvals/approval-obstacles";
import type { ApprovalRecord, KeyOwner } from "@assay/contract/control/approvals/approval-record";
import type { Approver } from "@assay/contract/control/approvals/approval-requirement";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import {
  type ApprovalCommand,
  type ApprovalState,
  decideApproval,
} from "@assay/contract/control/approvals/approval-rules";
import { approvalToWire, linkedEvent } from "@assay/contract/control/approvals/approval-wire";
import { formatId } from "@assay/contract/platform/ids";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, neverChanges } from "../../platform/db/commit-decision.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { configuredBase } from "../../platform/http/request/public-base.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { findApproval, updateApprovals } from "./approval-queries.ts";
import { listKeys } from "./approver-key-queries.ts";

/** Looks up a reviewer of a workspace by UUID. Returns undefined if the reviewer does not exist. */
export type FindReviewer = (tx: Tx, workspaceId: string, reviewerId: string) => Promise<Approver | undefined>;

type ApprovalDeps = Pick<ControlDeps, "database" | "now" | "newId" | "config">;

/** The dependencies of commands on approvals. */
export interface CommandDeps extends ApprovalDeps {
  findReviewer: FindReviewer;
}

/** Approves, rejects or withdraws an approval. @throws {ApiError} the refusals of `decideApproval`. */
export async function commandApproval(
  tx: Tx,
  deps: CommandDeps,
  { caller, command }: { caller: Caller; command: ApprovalCommand },
): Promise<Approval> {
  const { workspaceId } = caller;
  await lockLog(tx, workspaceId);
  const context = ruleContext(deps, caller);
  const state = await loadState(tx, deps, { caller, id: command.id, now: context.now });
  const decision = decideApproval(state, command, context);
  await commitApproval(tx, deps, { workspaceId, approval: state.approval, decision });
  return approvalToWire(decision.record, context.now, configuredBase(deps));
}

/** Returns the API key of the caller and the reviewer that the key acts as, with public ids. */
export const ownerOf = ({ apiKeyId, reviewerId }: Caller): KeyOwner => ({
  keyId: formatId("api_key", apiKeyId),
  reviewer: reviewerId && formatId("reviewer", reviewerId),
});

async function loadState(
  tx: Tx,
  { findReviewer }: CommandDeps,
  { caller, id, now }: { caller: Caller; id: string; now: number },
): Promise<ApprovalState> {
  const { workspaceId, reviewerId, scopes, keyAgent } = caller;
  const approval = await findApproval(tx, workspaceId, id);
  const ids = approval ? [approval.requestedBy, ...approval.approvals.map(({ keyId }) => keyId)] : [];
  const keys = new Map((await listKeys(tx, workspaceId, { ids, now })).map((key) => [key.keyId, key]));
  return {
    approval,
    caller: { ...ownerOf(caller), scopes, keyAgent },
    requesterReviewer: keys.get(approval?.requestedBy ?? "")?.reviewer ?? null,
    approver: reviewerId === null ? undefined : await findReviewer(tx, workspaceId, reviewerId),
    inactiveKeys: inactiveKeysOf(approval, (keyId) => keys.get(keyId)?.isActive === true),
  };
}

/** Stores a decision that changes an existing approval. */
async function commitApproval(
  tx: Tx,
  deps: ApprovalDeps,
  {
    workspaceId,
    approval,
    decision,
  }: { workspaceId: string; approval: ApprovalRecord | undefined; decision: ApprovalDecision },
): Promise<void> {
  const from = approval?.status ?? "pending";
  await commitDecision(decision, {
    insert: ({ id }) => neverChanges(id),
    update: (id, set) => updateApprovals(tx, { workspaceId, changed: [{ id, from }] }, set),
    delete: neverChanges,
    append: (event) => appendInTransaction(tx, deps, { workspaceId, event }),
    emit: (event) =>
      insertEvent<ControlWebhookEvent>(
        tx,
        { workspaceId, id: deps.newId() },
        linkedEvent(event, configuredBase(deps)),
      ),
  });
}
