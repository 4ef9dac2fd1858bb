import { type AuthorizationRequest, costOf } from "@assay/contract/control/decisions/authorize-call";
import type { LockedFacts } from "@assay/contract/control/decisions/evaluate-request";
import { isGranted, type EvaluatedDecision } from "@assay/contract/control/decisions/policy-decision";
import {
  ceilingsFor,
  countRequest,
  meteredAgentId,
  type MeteredRequest,
  type Repeat,
} from "@assay/contract/control/decisions/usage-rules";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { LockedLog } from "../../../evidence/log/append/append-batch.ts";
import type { Caller } from "../../../platform/http/routing/handler.ts";
import type { DecisionMoment } from "../decision-approval.ts";
import type { CachedPolicySnapshot } from "../policy-snapshot.ts";
import { UsageCounter } from "./usage-counter.ts";

/** The caller of a request, and the idempotency key of the request. */
export interface Requester {
  caller: Caller;
  key: string | undefined;
}

/** A call whose decision is not in the log yet. */
export interface PendingDecision {
  call: AuthorizationRequest;
  snapshot: CachedPolicySnapshot;
  requester: Requester;
}

/** The usage of an agent compared with its ceilings, at the time of a call. */
export interface Usage {
  facts: Omit<LockedFacts, "approved">;
  retryAfterSeconds: number | null;
  /** Undefined if the call is not counted. */
  metered?: MeteredRequest;
}

/** The usage that applies to calls that are not counted. It reaches no ceiling. */
export const noUsage: Usage = {
  facts: { rateExceeded: false, budgetExceeded: false },
  retryAfterSeconds: null,
};

/** Returns the agent whose usage a call counts towards; null if the call is not counted. */
export const meteredAgent = ({ call, snapshot }: PendingDecision): string | null =>
  meteredAgentId(call, snapshot.agent, snapshot.workspace.settings);

/** Reads the usage of the agent that makes a call. The log must be locked. */
export async function readUsage(
  locked: LockedLog,
  pending: PendingDecision,
  { now, repeat }: Pick<DecisionMoment, "now"> & { repeat: Repeat | null },
): Promise<Usage> {
  const agentId = meteredAgent(pending);
  if (agentId === null) return noUsage;
  const { call, snapshot, requester } = pending;
  const { workspaceId } = requester.caller;
  const cost = costOf(call);
  const { settings } = snapshot.workspace;
  const metered = { agentId, ceilings: settings, repeat, cost };
  const ceilings = ceilingsFor(settings, repeat);
  const counter = UsageCounter.of(locked, workspaceId);
  const { retryAfterSeconds, ...facts } = await counter.read(locked, { agentId, ceilings, now, cost });
  return { facts, retryAfterSeconds, metered };
}

/**
 * Counts a call towards the rate ceiling. If the call is granted, also reserves its cost.
 *
 * @returns the reserved cost; undefined if no cost was reserved.
 */
export function countUse(
  locked: LockedLog,
  { pending, evaluated, usage }: { pending: PendingDecision; evaluated: EvaluatedDecision; usage: Usage },
  { decisionId, now }: Pick<DecisionMoment, "decisionId" | "now">,
): CostRecord | undefined {
  const { metered } = usage;
  if (!metered || usage.facts.rateExceeded) return undefined;
  const { workspaceId } = pending.requester.caller;
  const id = formatId("decision", decisionId);
  const change = countRequest(metered, isGranted(evaluated), { id, now });
  UsageCounter.of(locked, workspaceId).add(change);
  return change.cost;
}
