// How the actual cost of a request takes the place of what its decision reserved.
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import type { ControlEvent } from "../control-evidence.ts";
import { alreadySettled, nothingReserved, settledByTime } from "./authorize-refusals.ts";

/** A cost that a decision reserved. Instants are milliseconds since 1970. */
export interface CostRecord {
  /** Id of the decision. */
  id: string;
  agentId: string;
  reserved: number;
  /** The actual cost; null: not settled. */
  cost: number | null;
  /** When the slice began that it is counted in. */
  at: number;
  expiresAt: number;
  settledAt: number | null;
}

/** A settled cost as responses show it. */
export interface Settlement {
  decisionId: string;
  agentId: string;
  reserved: number;
  cost: number;
  settledAt: number;
}

/**
 * Decides on the actual cost of a decision; the same cost again changes nothing.
 *
 * @throws {ApiError} 404 where nothing was reserved; 409 `conflict` for another cost than the settled one, `invalid_state`
 *   once the decision has expired.
 */
export function decideSettlement(
  record: CostRecord | undefined,
  { id, cost }: { id: string; cost: number },
  { now, actor }: RuleContext,
): Decision<CostRecord, ControlEvent, never> & { settlement: Settlement } {
  if (!record) throw nothingReserved(id);
  const { agentId, reserved } = record;
  const shown = { decisionId: record.id, agentId, reserved };
  if (record.cost !== null && record.settledAt !== null) {
    if (record.cost !== cost) throw alreadySettled(id, record.cost);
    return { ...unchanged(record), settlement: { ...shown, cost, settledAt: record.settledAt } };
  }
  if (now >= record.expiresAt) throw settledByTime(id, reserved);
  const set = { cost, settledAt: now };
  return {
    record: { ...record, ...set },
    changes: [{ op: "update", id: record.id, set }],
    evidence: [{ type: "spend.settled", data: { ...shown, cost, by: actor } }],
    events: [],
    settlement: { ...shown, cost, settledAt: now },
  };
}
