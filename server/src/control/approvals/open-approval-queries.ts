// Queries for approvals that wait for approvers or for their use.
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import type { Knex } from "knex";
import { onlyForReader, type StreamReader } from "../../evidence/events/event-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { KeyAgent } from "@assay/contract/workspace/key-agent";
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

/** Number of approvals that a stream reads at a time. */
const streamPage = 200;

/** The caller who reads a stream of approvals. */
interface ApprovalReader extends StreamReader {
  workspaceId: string;
  keyAgent: KeyAgent;
}

/** A page of approvals, and the sort key of its last approval; undefined on the last page. */
interface StreamPage {
  approvals: ApprovalRecord[];
  next: readonly [number, string] | undefined;
}

/** Selects the approvals that the caller may see. */
function seenBy(db: Knex, { workspaceId, keyAgent, ...reader }: ApprovalReader): Knex.QueryBuilder {
  const query = db("approvals").where({ workspace_id: workspaceId });
  if (keyAgent !== null)
    query.whereRaw("request -> 'subject' ->> 'type' = 'agent' and request -> 'subject' ->> 'id' = ?", [
      keyAgent,
    ]);
  return onlyForReader(query, workspaceId, reader);
}

async function pageOf(
  query: Knex.QueryBuilder,
  column: "created_at" | "expires_at",
  after: readonly [number, string] | undefined,
): Promise<StreamPage> {
  if (after) query.whereRaw(`(${column}, id) > (?::bigint, ?::uuid)`, [...after]);
  const rows: StoredApproval[] = await query
    .orderBy([column, "id"])
    .limit(streamPage)
    .select(approvalColumns);
  const approvals = rows.map(recordOf);
  const last = rows.length === streamPage ? approvals.at(-1) : undefined;
  const at = column === "created_at" ? last?.createdAt : last?.expiresAt;
  return { approvals, next: last && at !== undefined ? [at, uuidOf("approval", last.id)] : undefined };
}

/** Lists approvals that were pending at an instant, oldest first. @param after the last one of the previous page. */
export const listPendingApprovals = (
  db: Knex,
  reader: ApprovalReader,
  { now, after }: { now: number; after: readonly [number, string] | undefined },
): Promise<StreamPage> =>
  pageOf(seenBy(db, reader).where({ status: "pending" }).where("expires_at", ">", now), "created_at", after);

/** Lists approvals that have expired but are not marked so yet. @param after the last one that was listed. */
export const listDueApprovals = (
  db: Knex,
  reader: ApprovalReader,
  { now, after }: { now: number; after: readonly [number, string] },
): Promise<StreamPage> =>
  pageOf(
    seenBy(db, reader).whereIn("status", ["pending", "approved"]).where("expires_at", "<=", now),
    "expires_at",
    after,
  );

/** Returns the time at which the next approval expires, in milliseconds since 1970; Infinity if there is none. */
export async function findNextExpiry(db: Knex, reader: ApprovalReader): Promise<number> {
  const row: { expires_at: number } | undefined = await seenBy(db, reader)
    .whereIn("status", ["pending", "approved"])
    .where("expires_at", ">", reader.now)
    .orderBy("expires_at")
    .first("expires_at");
  return row?.expires_at ?? Number.POSITIVE_INFINITY;
}
