// Replaces the reserved cost of a decision by the actual cost.
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import type { UsageSlice } from "../../domain/policy/ceilings.ts";
import { type KeyAgent, requireKeyAgent } from "../../workspace/key-agent.ts";
import type { ControlEvent } from "../control-evidence.ts";
import { alreadySettled, nothingReserved, settledByTime } from "./authorize-refusals.ts";

/** A reserved cost. Instants are milliseconds since 1970. */
export interface CostRecord {
  /** Id of the decision that reserved it. */
  id: string;
  /** Id of the first decision that the reserving decision repeats; equal to `id` if it repeats none. */
  firstId: string;
  agentId: string;
  reserved: number;
  /** The actual cost; null if the decision is not settled. */
  cost: number | null;
  /** Start of the time slice in which the cost counts. */
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

/** The settlement of a decision, and the usage to add: the actual cost in place of the reserved cost. */
export interface SettlementDecision extends Decision<CostRecord, ControlEvent, never> {
  settlement: Settlement;
  /** The amounts are separate, because the server stores their difference exactly. */
  usage: readonly (UsageSlice & { agentId: string })[];
}

/**
 * Records the actual cost of a decision. If the same cost is sent again, nothing changes.
 *
 * @throws {ApiError} 404 if no cost is reserved; 403 `agent_mismatch` if the API key is bound to an agent
 *   other than that of the decision; 409 `conflict` if the decision is settled at another cost; 409
 *   `invalid_state` if the decision has expired.
 */
export function decideSettlement(
  record: CostRecord | undefined,
  { id, cost, keyAgent }: { id: string; cost: number; keyAgent: KeyAgent },
  { now, actor }: RuleContext,
): SettlementDecision {
  if (!record) throw nothingReserved(id);
  const { agentId, reserved } = record;
  requireKeyAgent(keyAgent, agentId, "path/id");
  const shown = { decisionId: record.id, agentId, reserved };
  if (record.cost !== null && record.settledAt !== null) {
    if (record.cost !== cost) throw alreadySettled(id, record.cost);
    return { ...unchanged(record), settlement: { ...shown, cost, settledAt: record.settledAt }, usage: [] };
  }
  if (now >= record.expiresAt) throw settledByTime(id, reserved);
  const set = { cost, settledAt: now };
  const slice = { agentId, kind: "cost" as const, at: record.at };
  return {
    record: { ...record, ...set },
    changes: [{ op: "update", id: record.id, set }],
    evidence: [{ type: "spend.settled", data: { ...shown, cost, by: actor } }],
    events: [],
    settlement: { ...shown, cost, settledAt: now },
    usage: [
      { ...slice, amount: cost },
      { ...slice, amount: -reserved },
    ],
  };
}
