import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-rules";
import type { Approval } from "@assay/contract/control/approvals/approvals";
import { type IdKind, formatId, parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { columnValues, uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** The members of an approval that share one JSON column. */
type ApprovalRequest = Pick<
  ApprovalRecord,
  "subject" | "action" | "resource" | "args" | "session" | "reasons"
>;

/** An approval as stored: ids are UUIDs. */
type StoredApproval = Omit<ApprovalRecord, keyof ApprovalRequest> & { request: ApprovalRequest };

const columns = {
  id: "id",
  status: "status",
  decisionId: "decision_id",
  request: "request",
  actionDigest: "action_digest",
  requestedBy: "requested_by",
  createdAt: "created_at",
  expiresAt: "expires_at",
  decidedAt: "decided_at",
  decidedBy: "decided_by",
  reason: "decided_because",
  usedAt: "used_at",
  usedBy: "used_by",
} satisfies Record<keyof StoredApproval, string>;

const idOrNull = (kind: IdKind, id: string | null): string | null =>
  id === null ? null : formatId(kind, id);

const recordOf = ({ request, ...row }: StoredApproval): ApprovalRecord => ({
  ...row,
  ...request,
  id: formatId("approval", row.id),
  decisionId: formatId("decision", row.decisionId),
  requestedBy: formatId("api_key", row.requestedBy),
  decidedBy: idOrNull("api_key", row.decidedBy),
  usedBy: idOrNull("decision", row.usedBy),
});

/** An approval, or undefined. */
export async function findApproval(
  db: Knex,
  workspaceId: string,
  id: string,
): Promise<ApprovalRecord | undefined> {
  const uuid = parseId("approval", id);
  if (uuid === undefined) return undefined;
  const row: StoredApproval | undefined = await db("approvals")
    .where({ workspace_id: workspaceId, id: uuid })
    .first(columns);
  return row && recordOf(row);
}

/** The pending approval for the same action, requested by the same key (a UUID); the log must be locked. */
export async function findWaiting(
  tx: Tx,
  workspaceId: string,
  { digest, requestedBy, now }: { digest: string; requestedBy: string; now: number },
): Promise<ApprovalRecord | undefined> {
  const row: StoredApproval | undefined = await tx("approvals")
    .where({
      workspace_id: workspaceId,
      action_digest: digest,
      requested_by: requestedBy,
      status: "pending",
    })
    .where("expires_at", ">", now)
    .first(columns);
  return row && recordOf(row);
}

/** Stores a new approval. */
export async function insertApproval(tx: Tx, workspaceId: string, approval: ApprovalRecord): Promise<void> {
  const { subject, action, resource, args, session, reasons, ...members } = approval;
  const request = { subject, action, resource, args, session, reasons };
  await tx("approvals").insert({
    ...columnValues<StoredApproval>(columns, { ...members, request }, ["request"]),
    workspace_id: workspaceId,
    id: uuidOf("approval", approval.id),
    decision_id: uuidOf("decision", approval.decisionId),
    requested_by: uuidOf("api_key", approval.requestedBy),
  });
}

/**
 * Decides or consumes an approval; the log must be locked.
 *
 * @throws {Error} if the status of the approval is not `from`.
 */
export async function updateApproval(
  tx: Tx,
  { workspaceId, id, from }: { workspaceId: string; id: string; from: ApprovalRecord["status"] },
  { decidedBy, usedBy, ...set }: Partial<ApprovalRecord>,
): Promise<void> {
  const count = await tx("approvals")
    .where({ workspace_id: workspaceId, id: uuidOf("approval", id), status: from })
    .update({
      ...columnValues<StoredApproval>(columns, set),
      ...(decidedBy && { decided_by: uuidOf("api_key", decidedBy) }),
      ...(usedBy && { used_by: uuidOf("decision", usedBy) }),
    });
  if (count !== 1) throw new Error(`The approval ${id} changed while its log was locked.`);
}

/** Selects the approvals of a list. */
export interface ApprovalFilter {
  status?: Approval["status"] | undefined;
  agentId?: string | undefined;
}

/** Approvals, the newest first. */
export async function listApprovals(
  db: Knex,
  { workspaceId, status, agentId, now }: ApprovalFilter & { workspaceId: string; now: number },
  { limit, before }: { limit: number; before: readonly (string | number)[] | undefined },
): Promise<ApprovalRecord[]> {
  const query = db("approvals")
    .where({ workspace_id: workspaceId })
    .orderByRaw("created_at desc, id desc")
    .limit(limit)
    .select(columns);
  if (status === "expired") {
    query.whereIn("status", ["pending", "approved"]).where("expires_at", "<=", now);
  } else if (status !== undefined) {
    query.where({ status });
    if (status === "pending" || status === "approved") query.where("expires_at", ">", now);
  }
  if (agentId !== undefined) {
    query.whereRaw("request -> 'subject' ->> 'type' = 'agent' and request -> 'subject' ->> 'id' = ?", [
      agentId,
    ]);
  }
  if (before) query.whereRaw("(created_at, id) < (?::bigint, ?::uuid)", [...before]);
  const rows: StoredApproval[] = await query;
  return rows.map(recordOf);
}

/**
 * Whether an API key (an id) and the caller's key (a UUID) are equal or belong to one reviewer; false if `id`
 * is null.
 */
export async function haveOneOwner(
  db: Knex,
  workspaceId: string,
  [id, caller]: readonly [string | null, string],
): Promise<boolean> {
  if (id === null) return false;
  const other = uuidOf("api_key", id);
  if (other === caller) return true;
  const owner = await ownerOf(db, workspaceId, other);
  return owner !== null && owner === (await ownerOf(db, workspaceId, caller));
}

/** The reviewer that an API key belongs to; null if it belongs to no reviewer. */
async function ownerOf(db: Knex, workspaceId: string, apiKeyId: string): Promise<string | null> {
  const row: { reviewer_id: string | null } | undefined = await db("api_keys")
    .where({ workspace_id: workspaceId, id: apiKeyId })
    .first("reviewer_id");
  return row?.reviewer_id ?? null;
}
