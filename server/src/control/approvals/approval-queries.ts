import type { Approval } from "@assay/contract/control/approvals/approval-object";
import { type ApprovalRecord, unknownRequest } from "@assay/contract/control/approvals/approval-record";
import type { KeyAgent } from "@assay/contract/workspace/key-agent";
import { type IdKind, formatId, parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { columnValues, uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** The members of an approval that are stored together in one JSON column. */
const requestMembers = [
  "subject",
  "action",
  "resource",
  "args",
  "context",
  "subjectProperties",
  "resourceProperties",
  "actionProperties",
  "onBehalfOf",
  "egressHosts",
  "risk",
  "cost",
  "session",
  "reasons",
] as const satisfies readonly (keyof ApprovalRecord)[];

type ApprovalRequest = Pick<ApprovalRecord, (typeof requestMembers)[number]>;

/** An approval as stored. In the database, ids are UUIDs. */
export type StoredApproval = Omit<ApprovalRecord, keyof ApprovalRequest> & { request: ApprovalRequest };

/** The columns of approvals. */
export const approvalColumns = {
  id: "id",
  status: "status",
  decisionId: "decision_id",
  request: "request",
  actionDigest: "action_digest",
  requestedBy: "requested_by",
  requiredApprovals: "required_approvals",
  approverRequirement: "approver_requirement",
  approvals: "given",
  binding: "binding",
  createdAt: "created_at",
  expiresAt: "expires_at",
  decidedAt: "decided_at",
  decidedBy: "decided_by",
  reason: "decided_because",
  usedAt: "used_at",
  usedBy: "used_by",
} satisfies Record<keyof StoredApproval, string>;

const jsonMembers = ["request", "approverRequirement", "approvals", "binding"] as const;

/** Formats an id that may be null. */
export const idOrNull = (kind: IdKind, id: string | null): string | null =>
  id === null ? null : formatId(kind, id);

/** Returns the record of a row. */
export const recordOf = ({ request, ...row }: StoredApproval): ApprovalRecord => ({
  ...row,
  ...unknownRequest,
  ...request,
  id: formatId("approval", row.id),
  decisionId: formatId("decision", row.decisionId),
  requestedBy: formatId("api_key", row.requestedBy),
  decidedBy: idOrNull("api_key", row.decidedBy),
  usedBy: idOrNull("decision", row.usedBy),
});

/** Finds an approval of a workspace by id. */
export async function findApproval(
  db: Knex,
  workspaceId: string,
  id: string,
): Promise<ApprovalRecord | undefined> {
  const uuid = parseId("approval", id);
  if (uuid === undefined) return undefined;
  const row: StoredApproval | undefined = await db("approvals")
    .where({ workspace_id: workspaceId, id: uuid })
    .first(approvalColumns);
  return row && recordOf(row);
}

/** The pending approval that the API key (a UUID) requested for the action; the log must be locked. */
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
    .first(approvalColumns);
  return row && recordOf(row);
}

/** Stores a new approval. */
export async function insertApproval(tx: Tx, workspaceId: string, approval: ApprovalRecord): Promise<void> {
  await tx("approvals").insert({
    ...columnValues<StoredApproval>(approvalColumns, rowOf(approval), jsonMembers),
    workspace_id: workspaceId,
    id: uuidOf("approval", approval.id),
    decision_id: uuidOf("decision", approval.decisionId),
    requested_by: uuidOf("api_key", approval.requestedBy),
  });
}

const requestNames: ReadonlySet<string> = new Set(requestMembers);

function rowOf(approval: ApprovalRecord): StoredApproval {
  const members = Object.entries(approval);
  const pick = (isRequest: boolean) =>
    Object.fromEntries(members.filter(([name]) => requestNames.has(name) === isRequest));
  // Safe: both parts together contain every member of the record.
  return { ...pick(false), request: pick(true) } as StoredApproval;
}

const nullableUuid = (kind: IdKind, id: string | null): string | null =>
  id === null ? null : uuidOf(kind, id);

/** An approval, and its status before a change. */
export interface ChangedApproval {
  id: string;
  from: ApprovalRecord["status"];
}

/**
 * Gives approvals the same values in one statement; the log must be locked.
 *
 * @throws {Error} if the status of an approval is not `from`.
 */
export async function updateApprovals(
  tx: Tx,
  { workspaceId, changed }: { workspaceId: string; changed: readonly ChangedApproval[] },
  { decidedBy, usedBy, ...set }: Partial<ApprovalRecord>,
): Promise<void> {
  const ids = changed.map(({ id }) => uuidOf("approval", id));
  const statuses = changed.map(({ from }) => from);
  const count = await tx("approvals")
    .where({ workspace_id: workspaceId })
    .whereRaw("(id, status) in (select * from unnest(?::uuid[], ?::text[]))", [ids, statuses])
    .update({
      ...columnValues<StoredApproval>(approvalColumns, set, jsonMembers),
      ...(decidedBy !== undefined && { decided_by: nullableUuid("api_key", decidedBy) }),
      ...(usedBy !== undefined && { used_by: nullableUuid("decision", usedBy) }),
    });
  if (count !== changed.length)
    throw new Error(
      `${changed.length - count} of ${changed.length} approvals changed while their log was locked.`,
    );
}

/** Selects the approvals of a list. */
export interface ApprovalFilter {
  status?: Approval["status"] | undefined;
  agentId?: string | undefined;
  /** Id of a resource of the type `tool`. */
  tool?: string | undefined;
  /** Selects approvals requested at or after this time, in milliseconds since 1970. */
  from?: number | undefined;
  /** Selects approvals requested before this time, in milliseconds since 1970. */
  to?: number | undefined;
  /** If the caller's API key is bound to an agent, selects only approvals of that agent. */
  keyAgent: KeyAgent;
}

/** Lists approvals, newest first. */
export async function listApprovals(
  db: Knex,
  {
    workspaceId,
    status,
    agentId,
    tool,
    from,
    to,
    keyAgent,
    now,
  }: ApprovalFilter & { workspaceId: string; now: number },
  { limit, before }: { limit: number; before: readonly (string | number)[] | undefined },
): Promise<ApprovalRecord[]> {
  const query = db("approvals")
    .where({ workspace_id: workspaceId })
    .orderByRaw("created_at desc, id desc")
    .limit(limit)
    .select(approvalColumns);
  if (status === "expired") {
    query.whereRaw("(status = 'expired' or (status in ('pending', 'approved') and expires_at <= ?))", [now]);
  } else if (status !== undefined) {
    query.where({ status });
    if (status === "pending" || status === "approved") query.where("expires_at", ">", now);
  }
  for (const agent of [agentId, keyAgent]) {
    if (agent === undefined || agent === null) continue;
    query.whereRaw("request -> 'subject' ->> 'type' = 'agent' and request -> 'subject' ->> 'id' = ?", [
      agent,
    ]);
  }
  if (tool !== undefined)
    query.whereRaw("request -> 'resource' ->> 'type' = 'tool' and request -> 'resource' ->> 'id' = ?", [
      tool,
    ]);
  if (from !== undefined) query.where("created_at", ">=", from);
  if (to !== undefined) query.where("created_at", "<", to);
  if (before) query.whereRaw("(created_at, id) < (?::bigint, ?::uuid)", [...before]);
  const rows: StoredApproval[] = await query;
  return rows.map(recordOf);
}
