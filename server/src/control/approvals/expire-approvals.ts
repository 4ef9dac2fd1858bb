import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import { decideApprovalExpiry } from "@assay/contract/control/approvals/approval-rules";
import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import type { ControlDeps } from "../control-deps.ts";
import { appendAllInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { commitDecision, neverChanges } from "../../platform/db/commit-decision.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import { forEachWorkspace } from "../../platform/jobs/each-workspace.ts";
import { insertEvents } from "../../platform/outbox/outbox-queries.ts";
import { listExpiredApprovals, listExpiredWorkspaces, updateApproval } from "./approval-queries.ts";

/** Maximum number of approvals that one transaction marks as expired. */
const maxExpiries = 200;

type ExpiryDeps = Pick<ControlDeps, "database" | "now" | "newId" | "evidence" | "log">;

/**
 * Marks every approval that has expired as expired, and appends the events for it. In each pass, every
 * workspace has one transaction, so a workspace with many expired approvals does not delay the others.
 */
export async function expireApprovals(deps: ExpiryDeps): Promise<void> {
  let workspaceIds = await listExpiredWorkspaces(deps.database.knex, deps.now().getTime());
  while (workspaceIds.length > 0) {
    const unfinished: string[] = [];
    await forEachWorkspace(workspaceIds, {
      log: deps.log,
      failure: "approval expiry failed",
      work: async (workspaceId) => {
        if ((await expireSome(deps, workspaceId)) === maxExpiries) unfinished.push(workspaceId);
      },
    });
    workspaceIds = unfinished;
  }
}

async function expireSome(deps: ExpiryDeps, workspaceId: string): Promise<number> {
  const count = await inTransaction(deps.database, async (tx) => {
    await lockLog(tx, workspaceId);
    const now = deps.now().getTime();
    const due = await listExpiredApprovals(tx, workspaceId, { now, limit: maxExpiries });
    await storeExpiries(tx, deps, { workspaceId, due, now });
    return due.length;
  });
  if (count > 0) deps.evidence.feed.appended(workspaceId);
  return count;
}

/** Stores the expiries of several approvals with one batch of events. */
async function storeExpiries(
  tx: Tx,
  deps: ExpiryDeps,
  { workspaceId, due, now }: { workspaceId: string; due: readonly ApprovalRecord[]; now: number },
): Promise<void> {
  const evidence: ControlEvent[] = [];
  const events: ControlWebhookEvent[] = [];
  for (const approval of due)
    await commitDecision(decideApprovalExpiry(approval, now), {
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
