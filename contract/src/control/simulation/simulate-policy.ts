// Simulates a draft policy on decisions of the log; shared by server and mock, which load the data.
import type { FindNode } from "../hierarchy/entity-nodes.ts";
import type { SentEntities } from "../hierarchy/sent-entities.ts";
import { policyDecisionData, type PolicyDecisionData } from "../decisions/policy-decision-data.ts";
import { draftId } from "../policies/policy-trials.ts";
import { baselineOutcomeOf } from "../policies/policy-wire.ts";
import type { PolicySimulation } from "../policies/policy-responses.ts";
import type { EffectivePolicy } from "../cedar/policy-set.ts";
import { loggedEntities } from "./logged-entities.ts";
import { type Obstacle, type Replay, replayDecision, type ReplayEngine } from "./replay-decision.ts";

/** Decisions that a simulation replays if the request does not state a number. */
export const defaultSimulated = 100;

/** A decision of the log. */
export interface LoggedDecision {
  eventId: string;
  seq: number;
  isErased: boolean;
  /** Undefined if the data were erased or do not have the present format. */
  data: PolicyDecisionData | undefined;
}

/** The id and version of a policy that took part in a decision. */
type NamedVersion = Pick<EffectivePolicy, "id" | "version">;

/** The data and functions that a simulation requires. */
export interface SimulationState {
  engine: ReplayEngine;
  draft: EffectivePolicy;
  /** Finds a version of a policy; undefined if it no longer exists. */
  versionOf: (named: NamedVersion) => EffectivePolicy | undefined;
  /** Finds the entities as they are now. */
  find: FindNode;
  /** Lets other work run. */
  pause: () => Promise<void>;
}

/** Number of decisions that are replayed before other work can run (about 5 ms). */
const decisionsPerTurn = 50;

/** The key of a version of a policy. */
export const versionKey = ({ id, version }: NamedVersion): string => JSON.stringify([id, version]);

/** Reads a decision from its event. @param event its `data` is null if the event was erased. */
export const loggedDecision = (event: { eventId: string; seq: number; data: unknown }): LoggedDecision => ({
  eventId: event.eventId,
  seq: event.seq,
  isErased: event.data === null,
  data: policyDecisionData.safeParse(event.data).data,
});

/**
 * The decisions that a draft may affect. If the draft replaces a stored policy, these are only the decisions
 * in which that policy took part.
 */
export const affectedDecisions = (
  { id }: EffectivePolicy,
  logged: readonly LoggedDecision[],
): LoggedDecision[] =>
  logged.filter(
    ({ data }) => !data || id === draftId || data.policySet.policies.some((one) => one.id === id),
  );

/** The distinct versions of the policies that took part in decisions, without the baseline. */
export function versionsOf(decisions: readonly LoggedDecision[]): NamedVersion[] {
  const named = decisions.flatMap(({ data }) => data?.policySet.policies ?? []);
  const own = named.filter(({ id }) => !baselineOutcomeOf(id));
  return [...new Map(own.map(({ id, version }) => [versionKey({ id, version }), { id, version }])).values()];
}

/** The entities that the requests of decisions describe. */
export const sentEntitiesOf = (decisions: readonly LoggedDecision[]): SentEntities[] =>
  decisions.flatMap(({ data }) => (data ? [loggedEntities(data)] : []));

function replayOf(
  { isErased, data }: LoggedDecision,
  { engine, draft, versionOf, find }: SimulationState,
): Replay {
  if (isErased) return { code: "erased", because: "The data of the decision was erased." };
  if (!data)
    return { code: "other_shape", because: "The event does not have the present format of decisions." };
  const { policies: named, unresolved } = data.policySet;
  if (unresolved.length > 0) {
    return {
      code: "policy_gone",
      because: `Policy ${JSON.stringify(unresolved[0])} did not exist at the time of the decision.`,
    };
  }
  const decided: EffectivePolicy[] = [];
  for (const { id, version, digest } of named) {
    const policy = baselineVersion({ id, version }) ?? versionOf({ id, version });
    if (!policy || policy.digest !== digest) return gone(id, version);
    decided.push(policy);
  }
  return replayDecision(engine, data, { policies: decided, draft, find });
}

function baselineVersion({ id, version }: NamedVersion): EffectivePolicy | undefined {
  const baseline = baselineOutcomeOf(id);
  return baseline?.version === version ? baseline : undefined;
}

const gone = (id: string, version: number): Obstacle => ({
  code: "policy_gone",
  because: `Version ${version} of policy ${JSON.stringify(id)} no longer exists or has different content.`,
});

/** Simulates a draft on decisions. @param decisions `affectedDecisions`, the newest first. */
export async function simulateDecisions(
  decisions: readonly LoggedDecision[],
  state: SimulationState,
): Promise<PolicySimulation> {
  const simulation: PolicySimulation = { replayed: 0, changed: [], notReplayed: [] };
  for (const [index, one] of decisions.entries()) {
    if (index % decisionsPerTurn === decisionsPerTurn - 1) await state.pause();
    const { eventId, seq, data } = one;
    const position = { decisionId: data?.decisionId ?? null, eventId, seq };
    const replay = replayOf(one, state);
    if ("code" in replay) simulation.notReplayed.push({ ...position, ...replay });
    else {
      simulation.replayed += 1;
      if (replay.from !== replay.to) simulation.changed.push({ ...position, ...replay });
    }
  }
  return simulation;
}
