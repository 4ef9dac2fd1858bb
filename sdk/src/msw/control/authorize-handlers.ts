import {
  batchCalls,
  batchItemsOf,
  batchToWire,
  withoutFaulty,
} from "@assay/contract/control/decisions/authorize-batch-rules";
import { setRetryAfter } from "@assay/contract/control/decisions/usage-rules";
import { decideSettlement } from "@assay/contract/control/decisions/settlement-rules";
import { admitsAny, CostBudget } from "@assay/contract/domain";
import { callFrom } from "@assay/contract/control/decisions/caller-identity";
import { parentFaults, withValidParents } from "@assay/contract/control/hierarchy/stored-state";
import { findNodeIn } from "./evaluate-decision.ts";
import { costOfFirst, decide } from "./authorize.ts";
import { appendsTo } from "../evidence/evidence-log.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";

const idempotencyKeyOf = ({ sent }: ControlCall): string | undefined =>
  sent.headers.get("idempotency-key") ?? undefined;

export const authorizeHandlers: ControlHandlers<"authorize"> = {
  decide: ({ body }, call) => {
    const request = withValidParents(callFrom(body, call.caller.keyAgent), findNodeIn(call.caller.workspace));
    const decided = decide(call, request, { sentKey: idempotencyKeyOf(call), admits: admitsAny });
    setRetryAfter(call, [decided]);
    return decided.answer;
  },
  batch: ({ body }, call) => {
    const key = idempotencyKeyOf(call);
    const find = findNodeIn(call.caller.workspace);
    const valid = batchItemsOf(body.requests, call.caller.keyAgent);
    const items = withoutFaulty(valid, (one) => parentFaults(one, find));
    const budget = new CostBudget();
    const decided = batchCalls(items).flatMap((request, index) => {
      const sentKey = key === undefined ? undefined : `${key}#${index}`;
      return request ? [decide(call, request, { sentKey, admits: budget.share() })] : [];
    });
    setRetryAfter(call, decided);
    return batchToWire(
      items,
      decided.map(({ answer }) => answer),
    );
  },
  settle: ({ params: { id }, body: { cost } }, call) =>
    call.commit(() => {
      const { keyAgent, workspace } = call.caller;
      const { costs, usage } = workspace;
      const record = costs.get(id) ?? costOfFirst(workspace, workspace.firstIds.get(id) ?? id);
      const decision = decideSettlement(record, { id, cost, keyAgent }, call.rules);
      applyDecision(decision, { table: costs, ...appendsTo(call) });
      usage.push(...decision.usage);
      return decision.settlement;
    }),
};
