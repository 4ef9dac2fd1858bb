import { callOfBody } from "@assay/contract/control/decisions/authorize-call";
import type { contract } from "@assay/contract/openapi/apis";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import type { Authorizer } from "./authorizer.ts";
import type { Authorized } from "./decision-telling.ts";
import { settleDecision } from "./settle-service.ts";

/** Says when a ceiling that was reached lets a call through again: of several the longest wait. */
export function tellWait({ setHeader }: Pick<Call, "setHeader">, decided: readonly Authorized[]): void {
  const waits = decided.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (waits.length > 0) setHeader("Retry-After", String(Math.max(...waits)));
}

/** The routes of decisions. */
export function authorizeHandlers(
  deps: ControlDeps,
  authorizer: Authorizer,
): Handlers<typeof contract.authorize> {
  return {
    decide: async ({ body, headers }, call) => {
      const asking = { caller: call.caller, key: headers["idempotency-key"] };
      const decided = await authorizer.authorize(callOfBody(body), asking);
      tellWait(call, [decided]);
      return { status: 200, body: decided.answer };
    },
    batch: async ({ body, headers }, call) => {
      const asking = { caller: call.caller, key: headers["idempotency-key"] };
      const decided = await authorizer.authorizeAll(body.requests.map(callOfBody), asking, () => true);
      tellWait(call, decided);
      return { status: 200, body: { decisions: decided.map(({ answer }) => answer) } };
    },
    settle: ({ params, body }, call) =>
      committed(deps, call, async (tx) => {
        const asked = { caller: call.caller, id: params.id, cost: body.cost };
        return { status: 200, body: await settleDecision(tx, deps, asked) } as const;
      }),
  };
}
