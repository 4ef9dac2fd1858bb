import {
  batchCalls,
  batchItemsOf,
  batchToWire,
  withoutFaulty,
} from "@assay/contract/control/decisions/authorize-batch-rules";
import { callFrom } from "@assay/contract/control/decisions/caller-identity";
import { setRetryAfter } from "@assay/contract/control/decisions/usage-rules";
import type { contract } from "@assay/contract/openapi/apis";
import type { ControlDeps } from "../control-deps.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { Authorizer } from "./authorizer.ts";
import { recordSettlement } from "./usage/settlement-service.ts";

/** The routes of decisions. */
export function authorizeHandlers(
  deps: ControlDeps,
  authorizer: Authorizer,
): Handlers<typeof contract.authorize> {
  return {
    decide: async ({ body, headers }, call) => {
      const requester = { caller: call.caller, key: headers["idempotency-key"] };
      const decided = await authorizer.authorize(callFrom(body, call.caller.keyAgent), requester);
      setRetryAfter(call, [decided]);
      return { status: 200, body: decided.answer };
    },
    batch: async ({ body, headers }, call) => {
      const requester = { caller: call.caller, key: headers["idempotency-key"] };
      const valid = batchItemsOf(body.requests, call.caller.keyAgent);
      const faults = await Promise.all(
        batchCalls(valid).map(async (one) =>
          one ? authorizer.parentFaults(call.caller.workspaceId, one) : [],
        ),
      );
      const items = withoutFaulty(valid, (_call, index) => faults[index] ?? []);
      const decided = await authorizer.authorizeAll(batchCalls(items), requester, () => true);
      setRetryAfter(call, decided);
      return {
        status: 200,
        body: batchToWire(
          items,
          decided.map(({ answer }) => answer),
        ),
      };
    },
    settle: ({ params, body }, call) =>
      commitAndNotify(deps, call, async (tx) => {
        const settlement = { caller: call.caller, id: params.id, cost: body.cost };
        return { status: 200, body: await recordSettlement(tx, deps, settlement) } as const;
      }),
  };
}
