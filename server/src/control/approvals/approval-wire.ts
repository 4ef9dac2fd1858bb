import type { Approval } from "@assay/contract/control/approvals/approvals";
import { formatId } from "@assay/contract/platform/ids";
import type { ApprovalRow } from "./approval-queries.ts";

/** What state an approval is in at a time. */
export const statusAt = ({ status, expires_at: expiresAt }: ApprovalRow, now: number): Approval["status"] =>
  (status === "pending" || status === "approved") && expiresAt <= now ? "expired" : status;

const idOrNull = (kind: "api_key" | "decision", id: string | null): string | null =>
  id === null ? null : formatId(kind, id);

/** An approval as it is answered. */
export const approvalToWire = (row: ApprovalRow, now: number): Approval => ({
  id: formatId("approval", row.id),
  status: statusAt(row, now),
  decisionId: formatId("decision", row.decision_id),
  subject: row.request.subject,
  action: { name: row.request.action.name },
  resource: row.request.resource,
  args: row.request.args === null ? null : { ...row.request.args },
  session: row.request.session,
  reasons: row.request.reasons.map((reason) => ({ ...reason })),
  actionDigest: row.action_digest,
  requestedBy: formatId("api_key", row.requested_by),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  decidedAt: row.decided_at,
  decidedBy: idOrNull("api_key", row.decided_by),
  reason: row.decided_because,
  usedAt: row.used_at,
  usedBy: idOrNull("decision", row.used_by),
});
