import {
  costOf,
  digestOf,
  inputDigestOf,
  type AuthorizationRequest,
} from "@assay/contract/control/decisions/authorize-call";
import { approvalObstacle, withApproval } from "@assay/contract/control/approvals/approval-obstacles";
import { approvalReference, approvalUseOf } from "@assay/contract/control/approvals/approval-use-rules";
import { defaultLockedFacts, type PolicySnapshot } from "@assay/contract/control/decisions/evaluate-request";
import {
  decisionToWire,
  decisionEvent,
  expiryOf,
  isGranted,
  withoutSecrets,
} from "@assay/contract/control/decisions/policy-decision";
import {
  ceilingsFor,
  countRequest,
  meteredAgentId,
  type MeteredRequest,
  type Repeat,
  repeatOf,
  requestKeyOf,
} from "@assay/contract/control/decisions/usage-rules";
import type { CostRecord } from "@assay/contract/control/decisions/settlement-rules";
import { type CeilingReading, readCeilings } from "@assay/contract/domain";
import { evaluateDecision, snapshotOf } from "./evaluate-decision.ts";
import { appendEvent, appendServerEvent } from "../evidence/evidence-log.ts";
import { consumeOrOpenApproval, sentApproval } from "./approval-state.ts";
import type { ControlCall, ControlTables } from "./control-tables.ts";

const within: CeilingReading = { rateExceeded: false, budgetExceeded: false, retryAfterSeconds: null };

/** A request whose decision is not appended to the log yet. */
interface PendingDecision {
  call: AuthorizationRequest;
  snapshot: PolicySnapshot;
  now: number;
  keyAgent: string | null;
  repeat: Repeat | null;
}

/** Returns the cost that a decision or one of its repeats reserved. */
export const costOfFirst = ({ costs }: ControlTables, firstId: string): CostRecord | undefined =>
  [...costs.values()].find((cost) => cost.firstId === firstId);

/** Reads the usage of the request's agent; `metered` is undefined if the request is not counted. */
function usageBefore(
  { caller: { workspace } }: ControlCall,
  { call, snapshot, now, repeat }: PendingDecision,
): { reading: CeilingReading; metered: MeteredRequest | undefined } {
  const { settings } = workspace;
  const agentId = meteredAgentId(call, snapshot.agent, settings);
  if (agentId === null) return { reading: within, metered: undefined };
  const cost = costOf(call);
  const metered = { agentId, ceilings: settings, repeat, cost };
  const used = workspace.usage.filter((slice) => slice.agentId === agentId).sort((a, b) => a.at - b.at);
  return { reading: readCeilings(ceilingsFor(settings, repeat), used, { now, cost }), metered };
}

/** Evaluates a request, including its agent's usage and the approval that it names. */
function evaluate(call: ControlCall, pending: PendingDecision, reading: CeilingReading) {
  const { decisions } = call.tables;
  const { rateExceeded, budgetExceeded } = reading;
  const first = evaluateDecision(decisions, pending, defaultLockedFacts);
  const secrets = pending.snapshot.agent?.secrets ?? [];
  const sent = sentApproval(call, pending.call, secrets);
  const approved = sent !== undefined && approvalObstacle(sent, first, pending.now) === undefined;
  const evaluated = evaluateDecision(decisions, pending, { approved, rateExceeded, budgetExceeded });
  const plain = sent ? withApproval(evaluated, sent, pending.now) : evaluated;
  return { sent, evaluated: withoutSecrets(plain, secrets) };
}

/** Decides a request, and appends the decision to the log. */
export function decide(call: ControlCall, request: AuthorizationRequest, sentKey: string | undefined) {
  const { workspace, apiKeyId, keyAgent } = call.caller;
  const now = call.clock.now();
  const inputDigest = inputDigestOf(request);
  const requestKey =
    sentKey === undefined ? undefined : requestKeyOf({ keyId: apiKeyId, inputDigest }, sentKey, digestOf);
  const first = workspace.firstDecisions.get(requestKey ?? "");
  const repeat = repeatOf(first, first && costOfFirst(workspace, first.decisionId), now);
  const pending = { call: request, snapshot: snapshotOf(workspace, request), now, keyAgent, repeat };
  const { reading, metered } = usageBefore(call, pending);
  const { sent, evaluated } = evaluate(call, pending, reading);
  const secrets = pending.snapshot.agent?.secrets ?? [];
  const decisionId = call.newId("decision");
  const { settings } = workspace;
  const use = approvalUseOf(evaluated, sent, { decisionId, secrets, settings });
  const effect = use && consumeOrOpenApproval(call, use, now);
  if (metered && !reading.rateExceeded) {
    const { slices, cost } = countRequest(metered, isGranted(evaluated), { id: decisionId, now });
    workspace.usage.push(...slices);
    if (cost) workspace.costs.set(cost.id, cost);
  }
  const approval = approvalReference(effect?.approval);
  const metadata = {
    decisionId,
    evaluatedAt: now,
    inputDigest,
    approval,
    caller: { keyId: apiKeyId, keyAgent },
    requestKey,
    replayOf: repeat?.replayOf ?? null,
  };
  if (repeat) workspace.firstIds.set(decisionId, repeat.replayOf);
  else if (requestKey !== undefined)
    workspace.firstDecisions.set(requestKey, { decisionId, expiresAt: expiryOf(evaluated, metadata) });
  const event = appendEvent(workspace, structuredClone(decisionEvent(evaluated, metadata, secrets)));
  for (const one of effect?.evidence ?? []) appendServerEvent(call, structuredClone(one));
  return {
    answer: structuredClone(decisionToWire(evaluated, metadata, event)),
    retryAfterSeconds: reading.retryAfterSeconds,
  };
}
