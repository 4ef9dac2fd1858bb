import type { AdmitsCost } from "@assay/contract/domain";
import type { AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import {
  meteredAgentId,
  meteringOf,
  noUsage,
  type Repeat,
  type Usage,
} from "@assay/contract/control/decisions/usage-rules";
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
  /** The budget that the decisions of one request share. */
  admits: AdmitsCost;
}

/** Returns the agent whose usage a call counts towards; null if the call is not counted. */
export const meteredAgent = ({ call, snapshot }: PendingDecision): string | null =>
  meteredAgentId(call, snapshot.agent, snapshot.workspace.settings);

/** Reads the usage of the agent that makes a call. The log must be locked. */
export async function readUsage(
  locked: LockedLog,
  pending: PendingDecision,
  { now, repeat }: Pick<DecisionMoment, "now"> & { repeat: Repeat | null },
): Promise<Usage> {
  const { call, snapshot, requester } = pending;
  const metering = meteringOf({ call, agent: snapshot.agent, repeat }, snapshot.workspace.settings);
  if (!metering) return noUsage;
  const { metered, applied: ceilings } = metering;
  const { agentId, cost } = metered;
  const counter = UsageCounter.of(locked, requester.caller.workspaceId);
  const { retryAfterSeconds, ...facts } = await counter.read(locked, { agentId, ceilings, now, cost });
  return { facts, retryAfterSeconds, metered };
}
