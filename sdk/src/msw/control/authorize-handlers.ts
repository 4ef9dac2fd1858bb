import {
  alreadySettled,
  nothingReserved,
  settledByTime,
} from "@assay/contract/control/decisions/authorize-refusals";
import { callOfBody } from "@assay/contract/control/decisions/authorize-call";
import { decide } from "./authorize.ts";
import { tell } from "../evidence/evidence-log.ts";
import type { ControlCall, ControlHandlers } from "./control-tables.ts";

/** Says when a ceiling that was reached lets a call through again. */
export function tellWait(call: ControlCall, decided: readonly { retryAfterSeconds: number | null }[]): void {
  const waits = decided.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (waits.length > 0) call.setHeader("Retry-After", String(Math.max(...waits)));
}

const keyOf = ({ sent }: ControlCall): string | undefined => sent.headers.get("idempotency-key") ?? undefined;

/** The routes of decisions. */
export const authorizeHandlers: ControlHandlers<"authorize"> = {
  decide: ({ body }, call) => {
    const decided = decide(call, callOfBody(body), keyOf(call));
    tellWait(call, [decided]);
    return { status: 200, body: decided.answer };
  },
  batch: ({ body }, call) => {
    const key = keyOf(call);
    const decided = body.requests.map((request, index) =>
      decide(call, callOfBody(request), key === undefined ? undefined : `${key}#${index}`),
    );
    tellWait(call, decided);
    return { status: 200, body: { decisions: decided.map(({ answer }) => answer) } };
  },
  settle: ({ params: { id }, body: { cost } }, call) =>
    call.commit(() => {
      const { workspace, apiKeyId } = call.caller;
      const row = workspace.costs.get(id);
      if (!row) throw nothingReserved(id);
      const { agentId, reserved, settled, slice } = row;
      const shown = { decisionId: id, agentId, reserved };
      if (settled) {
        if (settled.cost !== cost) throw alreadySettled(id, settled.cost);
        return { status: 200 as const, body: { ...shown, cost, settledAt: settled.at } };
      }
      const at = call.clock.now();
      if (at >= row.expiresAt) throw settledByTime(id, reserved);
      row.settled = { cost, at };
      slice.amount = cost;
      tell(call, { type: "spend.settled", data: { ...shown, cost, by: apiKeyId } });
      return { status: 200 as const, body: { ...shown, cost, settledAt: at } };
    }),
};
