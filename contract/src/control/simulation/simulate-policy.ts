// Simulates a draft policy on decisions of the log; shared by server and mock, which load the data.
import type { FindNode } from "../hierarchy/entity-nodes.ts";
import type { SentEntities } from "../hierarchy/sent-entities.ts";
import { policyDecisionData, type PolicyDecisionData } from "../decisions/policy-decision-data.ts";
import { CostBudget } from "../../domain/policy/cost/cost-budget.ts";
import { maxSimulationCost } from "../../domain/policy/policy-cost.ts";
import { draftId } from "../policies/policy-trials.ts";
import { baselineOutcomeOf } from "../policies/policy-wire.ts";
import type { PolicySimulation } from "../policies/policy-responses.ts";
import type { EffectivePolicy } from "../cedar/policy-set.ts";
import { loggedEntities } from "./logged-entities.ts";
import {
  type Obstacle,
  type Replay,
  replayDecision,
  type ReplayEngine,
  spentBudget,
} from "./replay-decision.ts";

/** Decisions that a simulation replays if the request does not state a number. */
export const defaultSimulated = 100;

/** Maximum time of a simulation on the server, in seconds. The mock has no limit of time. */
export const maxSimulationSeconds = 30;

const spentTime = spentBudget(`${maxSimulationSeconds} seconds`);

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
  /** Whether the time of the simulation is over. Absent if it has no limit of time. */
  isTimeOver?: () => boolean;
}

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
  budget: CostBudget,
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
  return replayDecision(engine, data, { policies: decided, draft, find, budget });
}

function baselineVersion({ id, version }: NamedVersion): EffectivePolicy | undefined {
  const baseline = baselineOutcomeOf(id);
  return baseline?.version === version ? baseline : undefined;
}

const gone = (id: string, version: number): Obstacle => ({
  code: "policy_gone",
  because: `Version ${version} of policy ${JSON.stringify(id)} no longer exists or has different content.`,
});

/**
 * Simulates a draft on decisions, until all of them together cost more than 2,000,000,000 steps or the time is
 * over. The remaining decisions are not replayed (`budget_spent`).
 *
 * @param decisions `affectedDecisions`, the newest first. The state must find what each decision needs as soon
 *   as the decision is read.
 */
export async function simulateDecisions(
  decisions: AsyncIterable<LoggedDecision> | Iterable<LoggedDecision>,
  state: SimulationState,
): Promise<PolicySimulation> {
  const simulation: PolicySimulation = { replayed: 0, changed: [], notReplayed: [] };
  const budget = new CostBudget(maxSimulationCost);
  let spent: Obstacle | undefined;
  for await (const one of decisions) {
    const { eventId, seq, data } = one;
    const position = { decisionId: data?.decisionId ?? null, eventId, seq };
    if (state.isTimeOver?.() === true) spent ??= spentTime;
    const replay = spent ?? replayOf(one, state, budget);
    if ("code" in replay) {
      if (budget.hasRefused) spent ??= replay;
      simulation.notReplayed.push({ ...position, ...replay });
    } else {
      simulation.replayed += 1;
      if (replay.from !== replay.to) simulation.changed.push({ ...position, ...replay });
    }
  }
  return simulation;
}
