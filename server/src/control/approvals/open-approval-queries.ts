// Queries for approvals that wait for approvers or for their use.
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import { approvalColumns, recordOf, type StoredApproval } from "./approval-queries.ts";

/** Returns the ids of workspaces in which an approval expired by `now`, but is not yet marked as expired. */
export async function listExpiredWorkspaces(db: Knex, now: number): Promise<string[]> {
  return db("approvals")
    .distinct("workspace_id")
    .whereIn("status", ["pending", "approved"])
    .where("expires_at", "<=", now)
    .pluck("workspace_id");
}

/** Lists approvals that have expired but are not marked so yet, oldest first; the log must be locked. */
export async function listExpiredApprovals(
  tx: Tx,
  workspaceId: string,
  { now, limit }: { now: number; limit: number },
): Promise<ApprovalRecord[]> {
  const rows: StoredApproval[] = await tx("approvals")
    .where({ workspace_id: workspaceId })
    .whereIn("status", ["pending", "approved"])
    .where("expires_at", "<=", now)
    .orderBy(["expires_at", "id"])
    .limit(limit)
    .select(approvalColumns);
  return rows.map(recordOf);
}

/** Lists the pending and approved approvals of an agent's calls, oldest first; the log must be locked. */
export async function listOpenApprovals(
  tx: Tx,
  { workspaceId, agent }: { workspaceId: string; agent: string },
): Promise<ApprovalRecord[]> {
  const rows: StoredApproval[] = await tx("approvals")
    .where({ workspace_id: workspaceId })
    .whereIn("status", ["pending", "approved"])
    .whereRaw("request -> 'subject' ->> 'type' = 'agent' and request -> 'subject' ->> 'id' = ?", [agent])
    .orderBy(["created_at", "id"])
    .select(approvalColumns);
  return rows.map(recordOf);
}
