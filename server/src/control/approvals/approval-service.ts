import type { Approval } from "@assay/contract/control/approvals/approvals";
import { approvalClosed, ownApproval } from "@assay/contract/control/decisions/authorize-refusals";
import { approvalDecided } from "@assay/contract/control/control-evidence";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { tellInTransaction } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { type ApprovalRow, findApproval, haveOneOwner, moveApproval } from "./approval-queries.ts";
import { approvalToWire, statusAt } from "./approval-wire.ts";

/** An approval. @throws {ApiError} 404. */
export async function getApproval(db: Knex, workspaceId: string, id: string): Promise<ApprovalRow> {
  const uuid = parseId("approval", id);
  const row = uuid === undefined ? undefined : await findApproval(db, workspaceId, uuid);
  if (!row) throw notFound("approval", id);
  return row;
}

const statusOf = { approve: "approved", reject: "rejected" } as const;

/**
 * Approves or rejects; the same again changes nothing.
 *
 * @throws {ApiError} 404; 403 when a key of the same owner asked; 409 when it is not waited for any more.
 */
export async function decideApproval(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now">,
  {
    caller,
    id,
    ...said
  }: { caller: Caller; id: string; decision: "approve" | "reject"; reason?: string | undefined },
): Promise<Approval> {
  const { workspaceId, apiKeyId } = caller;
  await lockLog(tx, workspaceId);
  const row = await getApproval(tx, workspaceId, id);
  const now = deps.now().getTime();
  if (await haveOneOwner(tx, workspaceId, [row.requested_by, apiKeyId])) throw ownApproval(id);
  const [status, wanted] = [statusAt(row, now), statusOf[said.decision]];
  if (status === wanted && row.decided_by === apiKeyId) return approvalToWire(row, now);
  if (status !== "pending") throw approvalClosed(id, status);
  const change = {
    status: wanted,
    decided_at: now,
    decided_by: apiKeyId,
    decided_because: said.reason ?? null,
  };
  const decided = await moveApproval(tx, { workspaceId, id: row.id, from: "pending" }, change);
  if (!decided) throw new Error(`The approval ${id} moved while its log was locked.`);
  const event = approvalDecided(approvalToWire(decided, now), formatId("api_key", apiKeyId));
  await tellInTransaction(tx, deps, { workspaceId, event });
  return approvalToWire(decided, now);
}
