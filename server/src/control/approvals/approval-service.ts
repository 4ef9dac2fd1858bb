import type { Approval } from "@assay/contract/control/approvals/approvals";
import {
  type ApprovalCommand,
  decideApproval,
  requireApproval,
} from "@assay/contract/control/approvals/approval-rules";
import { approvalToWire } from "@assay/contract/control/approvals/approval-wire";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { appendInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, emitsNothing, neverChanges } from "../../platform/db/commit-decision.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { findApproval, haveOneOwner, updateApproval } from "./approval-queries.ts";

/** Approves or rejects. @throws {ApiError} the refusals of `decideApproval`. */
export async function commandApproval(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId">,
  { caller, command }: { caller: Caller; command: ApprovalCommand },
): Promise<Approval> {
  const { workspaceId, apiKeyId } = caller;
  await lockLog(tx, workspaceId);
  const approval = await findApproval(tx, workspaceId, command.id);
  const isOwn = await haveOneOwner(tx, workspaceId, [approval?.requestedBy ?? null, apiKeyId]);
  const context = ruleContext(deps, caller);
  const decision = decideApproval({ approval, isOwn }, command, context);
  await commitDecision(decision, {
    insert: ({ id }) => neverChanges(id),
    update: (id, set) => updateApproval(tx, { workspaceId, id, from: "pending" }, set),
    delete: neverChanges,
    append: (event) => appendInTransaction(tx, deps, { workspaceId, event }),
    emit: emitsNothing,
  });
  return approvalToWire(requireApproval(decision.record, command.id), context.now);
}
