import { nameOfSegment } from "../../domain/values/pointer-segment.ts";
import { entityKey } from "../hierarchy/entity-name.ts";
import type { PolicyDecisionData } from "../decisions/policy-decision-data.ts";
import type { PolicySimulation } from "../policies/policy-responses.ts";
import type { OnBehalfOf, PolicyEntity, PolicyRequest } from "../../domain/policy/baseline/policy-case.ts";
import { entityStateOf, type EntityState, stateDigestOf } from "../hierarchy/stored-state.ts";
import { type FindNode, referencesIn } from "../hierarchy/entity-nodes.ts";
import { readsHierarchy, readsReferences } from "../cedar/text/hierarchy-reads.ts";
import { defaultTimeZone, timeFactsOf } from "../../domain/policy/time-facts.ts";
import { nothingFound, type PolicyEngine } from "../cedar/engine/policy-engine.ts";
import { type EffectivePolicy, type EffectiveSet, policySet } from "../cedar/policy-set.ts";
import {
  type PolicyReads,
  readsParts,
  readsValue,
  type RequestPart,
  requestParts,
} from "../cedar/text/policy-reads.ts";

/** The functions of an engine that a replay requires. */
export type ReplayEngine = Pick<PolicyEngine, "decide" | "readsOf">;

/** The reason why a decision cannot be replayed. */
export type Obstacle = Pick<PolicySimulation["notReplayed"][number], "code" | "because">;

/** The result of replaying a decision. */
export type Replay =
  | { from: PolicyDecisionData["outcome"]; to: PolicyDecisionData["outcome"]; because: string }
  | Obstacle;

/** The parents that a decision's caller sent. */
const sentParents = ({ said: logged }: PolicyDecisionData, part: "subject" | "resource") =>
  logged?.[`${part}Parents`] ?? [];

/** The stored state of an entity as it was when the decision was made; undefined if it has changed since. */
function stateThen(
  data: PolicyDecisionData,
  part: "subject" | "resource",
  find: FindNode,
): EntityState | undefined {
  const digest = data.stored?.[part];
  if (digest === undefined) return { properties: null, ancestors: [] };
  const now = entityStateOf({ ...data[part], parents: sentParents(data, part) }, find);
  return stateDigestOf(now) === digest ? now : undefined;
}

const parts = ["subject", "resource"] as const;

/** The principals on whose behalf the subject acted, as policies saw them. */
function chainOf({ onBehalfOf = [] }: PolicyDecisionData): { onBehalfOf?: OnBehalfOf } {
  const chain = onBehalfOf.reduceRight<OnBehalfOf | undefined>(
    (below, link) => ({ ...link, onBehalfOf: below }),
    undefined,
  );
  return chain ? { onBehalfOf: chain } : {};
}

/** The request of a decision, as logged. Stored properties are included unless they have changed since. */
function requestOf(data: PolicyDecisionData, find: FindNode): PolicyRequest {
  const { action, said: request, facts } = data;
  const entity = (part: (typeof parts)[number]): PolicyEntity => {
    const state = stateThen(data, part, find);
    const properties = { ...request?.[`${part}Properties`], ...state?.properties };
    return { ...data[part], properties, parents: state?.ancestors ?? [] };
  };
  return {
    subject: { ...entity("subject"), ...chainOf(data) },
    action: { ...action, properties: request?.actionProperties },
    resource: entity("resource"),
    args: request?.args ?? {},
    context: request?.context ?? {},
    actionGroups: data.actionGroups ?? [],
    find,
    // The first events contain no time, no groups and no `agentAuthenticated`.
    facts: {
      ...facts,
      agentAuthenticated: facts.agentAuthenticated ?? false,
      agentGroups: facts.agentGroups ?? [],
      toolGroups: facts.toolGroups ?? [],
      now: facts.now ?? timeFactsOf(data.evaluatedAt, defaultTimeZone),
    },
  };
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
  const names = path.map(nameOfSegment);
  return partsSeenIn(data, name).some((part) => readsValue(reads, part, names));
}

/** Whether a decision's request or its stored properties reference entities. */
function hasReferences(data: PolicyDecisionData, find: FindNode): boolean {
  const { subject, resource, context } = requestOf(data, find);
  return referencesIn([subject.properties, resource.properties, context]).length > 0;
}

function obstacleOf(data: PolicyDecisionData, reads: PolicyReads, find: FindNode): Obstacle | undefined {
  const changed = parts.find((part) => stateThen(data, part, find) === undefined);
  const readsEntities = readsParts(reads, ["principal", "resource"]) || readsHierarchy(reads.hierarchy);
  if (readsEntities && changed !== undefined) {
    const { type, id } = data[changed];
    const named = `${JSON.stringify(type)} ${JSON.stringify(id)}`;
    const because = `The stored properties of ${named} have changed since, and the policies read them.`;
    return { code: "entity_changed", because: because.slice(0, 1000) };
  }
  if (readsReferences(reads.hierarchy) && hasReferences(data, find)) {
    const because =
      "The policies read referenced entities; decisions do not record the state of such entities.";
    return { code: "entity_changed", because };
  }
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

/**
 * Replays a decision as if the draft had been one of its policies.
 *
 * @param policies the policies that decided, including the baseline.
 * @param find finds entities in their present state.
 */
export function replayDecision(
  engine: ReplayEngine,
  data: PolicyDecisionData,
  { policies, draft, find }: { policies: readonly EffectivePolicy[]; draft: EffectivePolicy; find: FindNode },
): Replay {
  const before = policySet(policies, { baseline: false });
  const after = withDraft(policies, draft);
  const request = requestOf(data, find);
  for (const set of [before, after]) {
    const reads = engine.readsOf(set, request);
    const obstacle = reads && obstacleOf(data, reads, find);
    if (obstacle) return obstacle;
  }
  const replayed = engine.decide(before, request, nothingFound).outcome;
  if (replayed !== data.outcome) {
    return {
      code: "not_reproduced",
      because: `Replayed without the draft, the outcome is ${replayed} instead of ${data.outcome}.`,
    };
  }
  const { outcome, reasons } = engine.decide(after, request, nothingFound);
  const because = [...new Set(reasons.map(({ message }) => message))].join(" ");
  return { from: data.outcome, to: outcome, because: because.slice(0, 4000) };
}
