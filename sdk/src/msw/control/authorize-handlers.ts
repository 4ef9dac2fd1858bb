import {
  batchCalls,
  batchItemsOf,
  batchToWire,
} from "@assay/contract/control/decisions/authorize-batch-rules";
import { setRetryAfter } from "@assay/contract/control/decisions/usage-rules";
import { decideSettlement } from "@assay/contract/control/decisions/settlement-rules";
import { callFrom } from "@assay/contract/control/decisions/caller-identity";
import { costOfFirst, decide } from "./authorize.ts";
import { appendsTo } from "../evidence/evidence-log.ts";
import { applyDecision } from "../platform/state/apply-decision.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";

const idempotencyKeyOf = ({ sent }: ControlCall): string | undefined =>
  sent.headers.get("idempotency-key") ?? undefined;

export const authorizeHandlers: ControlHandlers<"authorize"> = {
  decide: ({ body }, call) => {
    const decided = decide(call, callFrom(body, call.caller.keyAgent), idempotencyKeyOf(call));
    setRetryAfter(call, [decided]);
    return decided.answer;
  },
  batch: ({ body }, call) => {
    const key = idempotencyKeyOf(call);
    const items = batchItemsOf(body.requests, call.caller.keyAgent);
    const decided = batchCalls(items).flatMap((request, index) =>
      request ? [decide(call, request, key === undefined ? undefined : `${key}#${index}`)] : [],
    );
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
      if (record && decision.changes.length > 0) {
        const { agentId, at, reserved } = record;
        const slice = { agentId, kind: "cost" as const, at };
        usage.push({ ...slice, amount: cost }, { ...slice, amount: -reserved });
      }
      return decision.settlement;
    }),
};
