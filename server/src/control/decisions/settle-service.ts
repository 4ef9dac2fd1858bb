import {
  alreadySettled,
  nothingReserved,
  settledByTime,
} from "@assay/contract/control/decisions/authorize-refusals";
import { formatId, parseId } from "@assay/contract/platform/ids";
import type { Tx } from "../../platform/db/transaction.ts";
import type { ControlDeps } from "../control-deps.ts";
import { lockLog } from "../../evidence/log-queries.ts";
import { tellInTransaction } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { addUsage, findCost, settleCost } from "./usage-queries.ts";

/** What a call cost. */
interface Settlement {
  decisionId: string;
  agentId: string;
  reserved: number;
  cost: number;
  settledAt: number;
}

/**
 * Puts what a call cost in place of what its decision reserved; the same cost again changes nothing.
 *
 * @throws {ApiError} 404 when it reserved nothing; 409 when it was settled otherwise, or has expired.
 */
export async function settleDecision(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now">,
  { caller, id, cost }: { caller: Caller; id: string; cost: number },
): Promise<Settlement> {
  const { workspaceId, apiKeyId } = caller;
  const decisionId = parseId("decision", id);
  await lockLog(tx, workspaceId);
  const row = decisionId === undefined ? undefined : await findCost(tx, workspaceId, decisionId);
  if (decisionId === undefined || !row) throw nothingReserved(id);
  const { reserved, agent_id: agentId, at } = row;
  const shown = { decisionId: formatId("decision", decisionId), agentId, reserved };
  if (row.cost !== null && row.settled_at !== null) {
    if (row.cost !== cost) throw alreadySettled(id, row.cost);
    return { ...shown, cost, settledAt: row.settled_at };
  }
  const settledAt = deps.now().getTime();
  if (settledAt >= row.expires_at) throw settledByTime(id, reserved);
  await settleCost(tx, { workspaceId, decisionId }, { cost, settled_at: settledAt });
  // Two amounts, not their difference: the sum of decimals stays exact in the database.
  await addUsage(tx, workspaceId, [
    { agentId, kind: "cost", at, amount: cost },
    { agentId, kind: "cost", at, amount: -reserved },
  ]);
  const by = formatId("api_key", apiKeyId);
  const event = { type: "spend.settled", data: { ...shown, cost, by } };
  await tellInTransaction(tx, deps, { workspaceId, event });
  return { ...shown, cost, settledAt };
}
