import type { ApprovalDecision } from "@assay/contract/control/approvals/approval-changes";
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import type { ControlDeps } from "../control-deps.ts";
import { appendAllInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, neverChanges } from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { insertEvents } from "../../platform/outbox/outbox-queries.ts";
import { updateApproval } from "./approval-queries.ts";

/**
 * Decides on several stored approvals, and stores the decisions with one batch of events. The log must be
 * locked.
 */
export async function storeApprovals(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId">,
  {
    workspaceId,
    approvals,
    decide,
  }: {
    workspaceId: string;
    approvals: readonly ApprovalRecord[];
    decide: (approval: ApprovalRecord) => ApprovalDecision;
  },
): Promise<void> {
  const evidence: ControlEvent[] = [];
  const events: ControlWebhookEvent[] = [];
  for (const approval of approvals)
    await commitDecision(decide(approval), {
      insert: ({ id }) => neverChanges(id),
      update: (id, set) => updateApproval(tx, { workspaceId, id, from: approval.status }, set),
      delete: neverChanges,
      append: async (event) => void evidence.push(event),
      emit: async (event) => void events.push(event),
    });
  await appendAllInTransaction(tx, deps, { workspaceId, events: evidence });
  const entries = events.map((event) => ({ key: { workspaceId, id: deps.newId() }, event }));
  await insertEvents<ControlWebhookEvent>(tx, deps.database, entries);
}
