import { nameOfSegment } from "../../domain/values/paths/pointer-segment.ts";
import { entityKey, type EntityName } from "../hierarchy/entity-name.ts";
import type { SentEntity } from "../hierarchy/sent-entities.ts";
import type { PolicyDecisionData } from "../decisions/policy-decision-data.ts";
import type { PolicySimulation } from "../policies/policy-responses.ts";
import type { PolicyEntity, PolicyRequest } from "../../domain/policy/baseline/policy-case.ts";
import type { FindNode } from "../hierarchy/entity-nodes.ts";
import type { CostBudget } from "../../domain/policy/cost/cost-budget.ts";
import { maxSimulationCost } from "../../domain/policy/policy-cost.ts";
import { limitReachedText } from "../../platform/validation/refusal-texts.ts";
import { readsHierarchy, readsReferences } from "../cedar/reads/hierarchy-reads.ts";
import { defaultTimeZone, timeFactsOf } from "../../domain/policy/time-facts.ts";
import {
  loggedEntities,
  neverStored,
  type StatesThen,
  statesThen,
  type StateThen,
} from "./logged-entities.ts";
import { nothingFound, type PolicyEngine } from "../cedar/engine/policy-engine.ts";
import { type EffectivePolicy, type EffectiveSet, policySet } from "../cedar/policy-set.ts";
import {
  type PolicyReads,
  readsParts,
  readsValue,
  type RequestPart,
  requestParts,
} from "../cedar/reads/policy-reads.ts";

/** The functions of an engine that a replay requires. */
export type ReplayEngine = Pick<PolicyEngine, "decide" | "readsOf">;

/** The reason why a decision cannot be replayed. */
export type Obstacle = Pick<PolicySimulation["notReplayed"][number], "code" | "because">;

/** The result of replaying a decision. */
export type Replay =
  | { from: PolicyDecisionData["outcome"]; to: PolicyDecisionData["outcome"]; because: string }
  | Obstacle;

/** Creates the obstacle of decisions that remain when the budget of a simulation is spent. */
export const spentBudget = (limit: string): Obstacle => ({
  code: "budget_spent",
  because: limitReachedText(
    "The simulation",
    limit,
    "Simulate fewer decisions, or those of one agent, or shorten the patterns that the policies match with like",
  ),
});

const spentCost = spentBudget(`${maxSimulationCost.toLocaleString("en-US")} steps`);

const labelOf = ({ type, id }: EntityName): string => `${JSON.stringify(type)} ${JSON.stringify(id)}`;

const changedSince = (name: EntityName): Obstacle => ({
  code: "entity_changed",
  because:
    `The stored properties of ${labelOf(name)} have changed since the decision, and the policies read them.`.slice(
      0,
      1000,
    ),
});

const notRecorded = (name: EntityName): Obstacle => ({
  code: "entity_changed",
  because: `Decisions do not record the state of ${labelOf(name)}, and the policies read it.`.slice(0, 1000),
});

/** A logged request, and the obstacles that its evaluation finds. */
interface LoggedRequest {
  request: PolicyRequest;
  states: StatesThen;
  /** One for each read of an entity whose state at the time of the decision is unknown. */
  obstacles: Obstacle[];
}

/** An entity of a logged request, as policies saw it. */
const entityThen = ({ properties }: SentEntity, { name: { type, id }, state }: StateThen): PolicyEntity => ({
  type,
  id,
  properties: { ...properties, ...state?.properties },
  parents: state?.ancestors ?? [],
});

/** The request of a decision, as logged. Stored properties are included unless they have changed since. */
function requestOf(data: PolicyDecisionData, find: FindNode): LoggedRequest {
  const { action, said: logged, facts } = data;
  const sent = loggedEntities(data);
  const states = statesThen(data, sent, find);
  const obstacles: Obstacle[] = [];
  const recorded = new Map(
    [states.subject, states.resource, ...states.chain].map(({ name, state }) => [entityKey(name), state]),
  );
  const stateOf = (name: EntityName) => {
    const key = entityKey(name);
    const state = recorded.get(key);
    if (!state) obstacles.push(recorded.has(key) ? changedSince(name) : notRecorded(name));
    return state ?? neverStored;
  };
  const request = {
    subject: { ...entityThen(sent.subject, states.subject), onBehalfOf: sent.subject.onBehalfOf },
    action: { ...action, properties: logged?.actionProperties },
    resource: entityThen(sent.resource, states.resource),
    args: logged?.args ?? {},
    context: logged?.context ?? {},
    actionGroups: data.actionGroups ?? [],
    entities: {
      propertiesOf: (name: EntityName) => stateOf(name).properties,
      ancestorsOf: (name: EntityName) => stateOf(name).ancestors,
    },
    // The first events contain no time, no groups and no `agentAuthenticated`.
    facts: {
      ...facts,
      agentAuthenticated: facts.agentAuthenticated ?? false,
      agentGroups: facts.agentGroups ?? [],
      toolGroups: facts.toolGroups ?? [],
      now: facts.now ?? timeFactsOf(data.evaluatedAt, defaultTimeZone),
    },
  };
  return { request, states, obstacles };
}

const partsOfLog: Readonly<Record<string, RequestPart>> = {
  args: "args",
  context: "context",
  actionProperties: "action",
  subjectProperties: "principal",
  resourceProperties: "resource",
};

/**
 * The parts in which policies see a member of a logged request. If subject and resource are the same entity,
 * policies see its properties in both parts.
 */
function partsSeenIn({ subject, resource }: PolicyDecisionData, name: string): readonly RequestPart[] {
  const part = partsOfLog[name];
  if (part === undefined) return requestParts;
  const isEntity = part === "principal" || part === "resource";
  return isEntity && entityKey(subject) === entityKey(resource) ? ["principal", "resource"] : [part];
}

const namedParts: ReadonlySet<string> = new Set(["subject", "resource", "action"]);

/** Whether policies read a value of a logged request. @param pointer a JSON Pointer into `said`. */
function readsLogged(data: PolicyDecisionData, reads: PolicyReads, pointer: string): boolean {
  // If the name of a member is the secret, the pointer ends in `/*`. All members of the object then matter.
  const [, name = "", ...path] = pointer.replace(/\/\*$/, "").split("/");
  // A policy can compare the name of an entity or action without reading an attribute.
  if (namedParts.has(name)) return true;
  if (name.endsWith("Parents")) return readsHierarchy(reads.hierarchy);
  const names = name === "onBehalfOf" ? [name] : path.map(nameOfSegment);
  // Policies may also read the properties of an entity by references to it.
  const isReached = name !== "args" && name !== "actionProperties" && readsReferences(reads.hierarchy);
  return isReached || partsSeenIn(data, name).some((part) => readsValue(reads, part, names));
}

function obstacleOf(
  data: PolicyDecisionData,
  reads: PolicyReads,
  { subject, resource }: StatesThen,
): Obstacle | undefined {
  const readsEntities = readsParts(reads, ["principal", "resource"]) || readsHierarchy(reads.hierarchy);
  const changed = [subject, resource].find(({ state }) => state === undefined);
  if (readsEntities && changed) return changedSince(changed.name);
  const readsRequest = readsParts(reads, requestParts);
  if (data.said === null) {
    return readsRequest
      ? { code: "too_large", because: "The request was too large to be logged, and the policies read it." }
      : undefined;
  }
  const hidden = data.redacted.find(({ path }) => readsLogged(data, reads, path));
  return (
    hidden && {
      code: "redacted",
      because: `${hidden.path} was redacted, and the policies read it.`.slice(0, 1000),
    }
  );
}

/** The policies of a decision with the draft, which replaces the policy that has its id or is added. */
function withDraft(policies: readonly EffectivePolicy[], draft: EffectivePolicy): EffectiveSet {
  const replaced = policies.map((policy) => (policy.id === draft.id ? draft : policy));
  const added = policies.some(({ id }) => id === draft.id) ? replaced : [...replaced, draft];
  return policySet(added, { baseline: false });
}

/** What replaying a decision requires, besides the decision. */
interface ReplayState {
  policies: readonly EffectivePolicy[];
  draft: EffectivePolicy;
  find: FindNode;
  budget: CostBudget;
}

/**
 * Replays a decision as if the draft had been one of its policies.
 *
 * @param policies the policies that decided, including the baseline.
 * @param find finds entities in their present state.
 * @param budget the budget of the simulation. Both evaluations, without and with the draft, count.
 */
export function replayDecision(
  engine: ReplayEngine,
  data: PolicyDecisionData,
  { policies, draft, find, budget }: ReplayState,
): Replay {
  const before = policySet(policies, { baseline: false });
  const after = withDraft(policies, draft);
  const { request, states, obstacles } = requestOf(data, find);
  for (const set of [before, after]) {
    const reads = engine.readsOf(set, request);
    const obstacle = reads && obstacleOf(data, reads, states);
    if (obstacle) return obstacle;
  }
  const decide = (set: EffectiveSet) => engine.decide(set, request, nothingFound, undefined, budget.share());
  const replayed = decide(before).outcome;
  const { outcome, reasons } = decide(after);
  if (budget.hasRefused) return spentCost;
  const [found] = obstacles;
  if (found) return found;
  if (replayed !== data.outcome) {
    return {
      code: "not_reproduced",
      because: `If the decision is replayed without the draft, the outcome is ${replayed} instead of ${data.outcome}.`,
    };
  }
  const because = [...new Set(reasons.map(({ message }) => message))].join(" ");
  return { from: data.outcome, to: outcome, because: because.slice(0, 4000) };
}
