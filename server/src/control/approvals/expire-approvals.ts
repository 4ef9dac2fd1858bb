import { decideApprovalExpiry } from "@assay/contract/control/approvals/approval-rules";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { forEachWorkspace } from "../../platform/jobs/each-workspace.ts";
import { listExpiredApprovals, listExpiredWorkspaces } from "./open-approval-queries.ts";
import { storeApprovals } from "./store-approvals.ts";

/** Maximum number of approvals that one transaction marks as expired. */
const maxExpiries = 200;

type ExpiryDeps = Pick<ControlDeps, "database" | "now" | "newId" | "config" | "evidence" | "log">;

/**
 * Marks every approval whose lifetime has ended as expired, and appends its events. Each pass runs one
 * transaction per workspace, so that a workspace with many expired approvals does not delay other workspaces.
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
    await storeApprovals(tx, deps, {
      workspaceId,
      approvals: due,
      decide: (approval) => decideApprovalExpiry(approval, now),
    });
    return due.length;
  });
  if (count > 0) deps.evidence.feed.appended(workspaceId);
  return count;
}
