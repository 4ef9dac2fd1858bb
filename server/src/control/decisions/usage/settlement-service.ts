import { decideSettlement, type Settlement } from "@assay/contract/control/decisions/settlement-rules";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { ControlDeps } from "../../control-deps.ts";
import { lockLog } from "../../../evidence/log-queries.ts";
import { appendInTransaction } from "../../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, emitsNothing, neverChanges } from "../../../platform/db/commit-decision.ts";
import type { Caller } from "../../../platform/http/routing/handler.ts";
import { ruleContext } from "../../../platform/rule-context.ts";
import { addUsage, findCost, updateCost } from "./usage-queries.ts";

/**
 * Replaces the reserved cost of a decision with its actual cost.
 *
 * @throws {ApiError} the refusals of `decideSettlement`.
 */
export async function recordSettlement(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId">,
  { caller, id, cost }: { caller: Caller; id: string; cost: number },
): Promise<Settlement> {
  const { workspaceId, keyAgent } = caller;
  await lockLog(tx, workspaceId);
  const record = await findCost(tx, workspaceId, id);
  const decision = decideSettlement(record, { id, cost, keyAgent }, ruleContext(deps, caller));
  await commitDecision(decision, {
    insert: (one) => neverChanges(one.id),
    update: async (decisionId, set) => {
      await updateCost(tx, { workspaceId, id: decisionId }, set);
      await addUsage(tx, workspaceId, decision.usage);
    },
    delete: neverChanges,
    append: (event) => appendInTransaction(tx, deps, { workspaceId, event }),
    emit: emitsNothing,
  });
  return decision.settlement;
}
