import {
  type AuthorizationRequest,
  costOf,
  inputDigestOf,
} from "@assay/contract/control/decisions/authorize-call";
import type { LockedFacts } from "@assay/contract/control/decisions/evaluate-request";
import { isGranted, type EvaluatedDecision } from "@assay/contract/control/decisions/policy-decision";
import {
  ceilingsFor,
  countedKeyOf,
  countRequest,
  meteredAgentId,
  type MeteredRequest,
} from "@assay/contract/control/decisions/usage-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import { digestOfValue } from "../../evidence/log/append/sealing-tools.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { DecisionMoment } from "./decision-approval.ts";
import type { CachedPolicySnapshot } from "./policy-snapshot.ts";
import { UsageCounter } from "./usage-counter.ts";
import { findCountedRequest, recordCountedRequest } from "./usage-queries.ts";

/** Who asks, and under which idempotency key. */
export interface Asking {
  caller: Caller;
  key: string | undefined;
}

/** A call on its way into the log. */
export interface PendingDecision {
  call: AuthorizationRequest;
  basis: CachedPolicySnapshot;
  asking: Asking;
}

/** What an agent has used of its ceilings, as a call of it sees it. */
export interface Usage {
  facts: Omit<LockedFacts, "approved">;
  retryAfterSeconds: number | null;
  /** Undefined: nothing is counted. */
  metered?: MeteredRequest;
}

/** Nothing is counted, so nothing is reached. */
export const uncounted: Usage = {
  facts: { rateExceeded: false, budgetExceeded: false },
  retryAfterSeconds: null,
};

/** The agent whose use is counted; null: none is. */
export const meteredAgent = ({ call, basis }: PendingDecision): string | null =>
  meteredAgentId(call, basis.agent, basis.known.settings);

/** What a call is counted once under; undefined: it has no idempotency key. */
const countedKey = ({ call, asking: { key, caller } }: PendingDecision): string | undefined =>
  key === undefined ? undefined : countedKeyOf(caller.apiKeyId, inputDigestOf(call, digestOfValue), key);

/** Reads what the agent of a call has used, while the log is locked. */
export async function readUsage(
  locked: LockedLog,
  asked: PendingDecision,
  { now }: Pick<DecisionMoment, "now">,
): Promise<Usage> {
  const agentId = meteredAgent(asked);
  if (agentId === null) return uncounted;
  const { call, basis, asking } = asked;
  const { workspaceId } = asking.caller;
  const key = countedKey(asked);
  const cost = costOf(call);
  const { settings } = basis.known;
  const counted =
    key === undefined
      ? undefined
      : await locked.read((tx) => findCountedRequest(tx, { workspaceId, agentId }, { key, now }));
  const metered = { agentId, ceilings: settings, counted, cost };
  const ceilings = ceilingsFor(settings, counted, cost);
  if (!ceilings) return { ...uncounted, metered };
  const book = UsageCounter.of(locked, workspaceId);
  const { retryAfterSeconds, ...facts } = await book.read(locked, { agentId, ceilings, now, cost });
  return { facts, retryAfterSeconds, metered };
}

/** Counts a call that the rate let through, and reserves the cost of one that goes on. */
export async function countUse(
  locked: LockedLog,
  { asked, judged, usage }: { asked: PendingDecision; judged: EvaluatedDecision; usage: Usage },
  { decisionId, now }: Pick<DecisionMoment, "decisionId" | "now">,
): Promise<void> {
  const { metered } = usage;
  if (!metered || usage.facts.rateExceeded) return;
  const { workspaceId } = asked.asking.caller;
  const { agentId } = metered;
  const id = formatId("decision", decisionId);
  const change = countRequest(metered, isGranted(judged), { id, now });
  UsageCounter.of(locked, workspaceId).add(change);
  const key = countedKey(asked);
  if (key === undefined) return;
  await locked.query((tx) =>
    recordCountedRequest(tx, { workspaceId, agentId }, { key, now, ...change.counted }),
  );
}
