import { digestOfJson } from "@assay/contract/control/json-digest";
import type { AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import {
  decideRequest,
  firstDecisionOf,
  metadataOf,
} from "@assay/contract/control/approvals/decide-with-approval";
import {
  defaultLockedFacts,
  type LockedFacts,
  type PolicySnapshot,
} from "@assay/contract/control/decisions/evaluate-request";
import { decisionToWire, decisionEvent } from "@assay/contract/control/decisions/policy-decision";
import {
  meteringOf,
  noUsage,
  type Repeat,
  repeatOf,
  requestIdentityOf,
  type Usage,
} from "@assay/contract/control/decisions/usage-rules";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import { type AdmitsCost, readCeilings } from "@assay/contract/domain";
import { evaluateDecision, snapshotOf } from "./evaluate-decision.ts";
import { appendEvent, appendServerEvent } from "../evidence/evidence-log.ts";
import { consumeOrOpenApproval, sentApproval } from "./approval-state.ts";
import type { ControlCall, ControlTables } from "./control-tables.ts";

/** A request whose decision is not appended to the log yet. */
interface PendingDecision {
  call: AuthorizationRequest;
  snapshot: PolicySnapshot;
  now: number;
  keyAgent: string | null;
  repeat: Repeat | null;
  admits: AdmitsCost;
}

/** Returns the cost that a decision or one of its repeats reserved. */
export const costOfFirst = ({ costs }: ControlTables, firstId: string): CostRecord | undefined =>
  [...costs.values()].find((cost) => cost.firstId === firstId);

/** Reads the usage of the request's agent. */
function usageBefore(
  { caller: { workspace } }: ControlCall,
  { call, snapshot, now, repeat }: PendingDecision,
): Usage {
  const metering = meteringOf({ call, agent: snapshot.agent, repeat }, workspace.settings);
  if (!metering) return noUsage;
  const { metered, applied } = metering;
  const { agentId, cost } = metered;
  const used = workspace.usage.filter((slice) => slice.agentId === agentId).sort((a, b) => a.at - b.at);
  const { retryAfterSeconds, ...facts } = readCeilings(applied, used, { now, cost });
  return { facts, retryAfterSeconds, metered };
}

/**
 * Decides a request, and appends the decision to the log.
 *
 * @param sentKey the idempotency key, if any.
 * @param admits the budget that the decisions of one request share.
 */
export function decide(
  call: ControlCall,
  request: AuthorizationRequest,
  { sentKey, admits }: { sentKey: string | undefined; admits: AdmitsCost },
) {
  const { workspace, apiKeyId: keyId, keyAgent } = call.caller;
  const now = call.clock.now();
  const identity = requestIdentityOf(request, { keyId, key: sentKey }, digestOfJson);
  const { requestKey } = identity;
  const known = workspace.firstDecisions.get(requestKey ?? "");
  const repeat = repeatOf(known, known && costOfFirst(workspace, known.decisionId), now);
  const pending = { call: request, snapshot: snapshotOf(workspace, request), now, keyAgent, repeat, admits };
  const usage = usageBefore(call, pending);
  const secrets = pending.snapshot.agent?.secrets ?? [];
  const decisionId = call.newId("decision");
  const evaluate = (facts: LockedFacts) => evaluateDecision(call.tables.decisions, pending, facts);
  const decided = decideRequest({
    first: evaluate(defaultLockedFacts),
    evaluate,
    sent: sentApproval(call, request, secrets),
    usage,
    settings: workspace.settings,
    secrets,
    decisionId,
    now,
  });
  const { evaluated, use } = decided;
  const effect = use && consumeOrOpenApproval(call, use, now);
  const { slices, cost } = decided.usage;
  workspace.usage.push(...slices);
  if (cost) workspace.costs.set(cost.id, cost);
  const decidedAs = { ...identity, decisionId, now, caller: { keyId, keyAgent } };
  const metadata = metadataOf(decidedAs, effect?.approval, repeat);
  if (repeat) workspace.firstIds.set(decisionId, repeat.replayOf);
  else if (requestKey !== undefined)
    workspace.firstDecisions.set(requestKey, firstDecisionOf(evaluated, metadata));
  const event = appendEvent(workspace, structuredClone(decisionEvent(evaluated, metadata, secrets)));
  for (const one of effect?.evidence ?? []) appendServerEvent(call, structuredClone(one));
  return {
    answer: structuredClone(decisionToWire(evaluated, metadata, event)),
    retryAfterSeconds: usage.retryAfterSeconds,
  };
}
