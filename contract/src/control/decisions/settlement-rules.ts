// Replaces the reserved cost of a decision by the actual cost.
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { type KeyAgent, requireKeyAgent } from "../../workspace/key-agent.ts";
import type { ControlEvent } from "../control-evidence.ts";
import { alreadySettled, nothingReserved, settledByTime } from "./authorize-refusals.ts";

/** A reserved cost. Instants are milliseconds since 1970. */
export interface CostRecord {
  /** Id of the decision that reserved it. */
  id: string;
  /** Id of the first decision, which that decision repeats; equal to `id` if it repeats none. */
  firstId: string;
  agentId: string;
  reserved: number;
  /** The actual cost; null: not settled. */
  cost: number | null;
  /** Start of the slice that counts it. */
  at: number;
  expiresAt: number;
  settledAt: number | null;
}

/** A settled cost, as in responses. */
export interface Settlement {
  decisionId: string;
  agentId: string;
  reserved: number;
  cost: number;
  settledAt: number;
}

/**
 * Records the actual cost of a decision; the same cost again changes nothing.
 *
 * @throws {ApiError} 404 without a reservation; 403 `agent_mismatch` for a decision on another agent than that
 *   of a bound API key; 409 `conflict` for a cost other than the settled one,
 *   `invalid_state` after the decision's expiry.
 */
export function decideSettlement(
  record: CostRecord | undefined,
  { id, cost, keyAgent }: { id: string; cost: number; keyAgent: KeyAgent },
  { now, actor }: RuleContext,
): Decision<CostRecord, ControlEvent, never> & { settlement: Settlement } {
  if (!record) throw nothingReserved(id);
  const { agentId, reserved } = record;
  requireKeyAgent(keyAgent, agentId, "path/id");
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
