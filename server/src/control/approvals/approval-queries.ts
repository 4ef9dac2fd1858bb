import type { AuthorizeCall } from "@assay/contract/control/decisions/authorize-call";
import type { PolicyReason } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** What an approval is asked for, redacted. */
interface ApprovalRequest {
  subject: AuthorizeCall["subject"];
  action: AuthorizeCall["action"];
  resource: AuthorizeCall["resource"];
  /** Null: too large to be kept. */
  args: Readonly<Record<string, unknown>> | null;
  session: string | null;
  reasons: readonly PolicyReason[];
}

/** A stored approval. Instants are milliseconds since 1970; that it has expired is told by the clock. */
export interface ApprovalRow {
  id: string;
  status: "pending" | "approved" | "rejected" | "used";
  decision_id: string;
  action_digest: string;
  request: ApprovalRequest;
  requested_by: string;
  created_at: number;
  expires_at: number;
  decided_at: number | null;
  decided_by: string | null;
  decided_because: string | null;
  used_at: number | null;
  used_by: string | null;
}

const columns = [
  "id",
  "status",
  "decision_id",
  "action_digest",
  "request",
  "requested_by",
  "created_at",
  "expires_at",
  "decided_at",
  "decided_by",
  "decided_because",
  "used_at",
  "used_by",
];

/** An approval, or undefined. */
export async function findApproval(
  db: Knex,
  workspaceId: string,
  id: string,
): Promise<ApprovalRow | undefined> {
  return db("approvals").where({ workspace_id: workspaceId, id }).first(columns);
}

/** The approval of the same action that the same key waits for already; the log must be locked. */
export async function findWaiting(
  tx: Tx,
  workspaceId: string,
  { digest, requestedBy, now }: { digest: string; requestedBy: string; now: number },
): Promise<ApprovalRow | undefined> {
  return tx("approvals")
    .where({
      workspace_id: workspaceId,
      action_digest: digest,
      requested_by: requestedBy,
      status: "pending",
    })
    .where("expires_at", ">", now)
    .first(columns);
}

/** Stores an approval that is waited for. */
export async function insertApproval(
  tx: Tx,
  workspaceId: string,
  row: Pick<
    ApprovalRow,
    "id" | "decision_id" | "action_digest" | "request" | "requested_by" | "created_at" | "expires_at"
  >,
): Promise<void> {
  const request = JSON.stringify(row.request);
  await tx("approvals").insert({ ...row, request, status: "pending", workspace_id: workspaceId });
}

/** Moves an approval on from a state. @returns undefined when it was in another one. */
export async function moveApproval(
  tx: Tx,
  { workspaceId, id, from }: { workspaceId: string; id: string; from: ApprovalRow["status"] },
  change: Partial<ApprovalRow>,
): Promise<ApprovalRow | undefined> {
  const rows: ApprovalRow[] = await tx("approvals")
    .where({ workspace_id: workspaceId, id, status: from })
    .update(change)
    .returning(columns);
  return rows[0];
}

/** Which approvals a list shows. */
export interface ApprovalFilter {
  status?: "pending" | "approved" | "rejected" | "used" | "expired" | undefined;
  agentId?: string | undefined;
}

/** Approvals, the newest first. */
export async function listApprovals(
  db: Knex,
  { workspaceId, status, agentId, now }: ApprovalFilter & { workspaceId: string; now: number },
  { limit, before }: { limit: number; before: readonly (string | number)[] | undefined },
): Promise<ApprovalRow[]> {
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
  return query;
}

/** Whether two API keys are one, or belong to one reviewer. */
export async function haveOneOwner(
  db: Knex,
  workspaceId: string,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  if (one === other) return true;
  const owner = await ownerOf(db, workspaceId, one);
  return owner !== null && owner === (await ownerOf(db, workspaceId, other));
}

/** The reviewer that an API key belongs to; null: the key stands for itself. */
async function ownerOf(db: Knex, workspaceId: string, apiKeyId: string): Promise<string | null> {
  const row: { reviewer_id: string | null } | undefined = await db("api_keys")
    .where({ workspace_id: workspaceId, id: apiKeyId })
    .first("reviewer_id");
  return row?.reviewer_id ?? null;
}
