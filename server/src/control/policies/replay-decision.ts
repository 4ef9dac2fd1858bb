import { entityKey, type Entity } from "@assay/contract/control/entities/entities";
import type { PolicyDecisionData } from "@assay/contract/control/decisions/policy-decision-data";
import type { PolicySimulation } from "@assay/contract/control/policies/policy-answers";
import { storedDigestOf } from "@assay/contract/control/decisions/policy-decision";
import type { PolicyEntity, PolicyRequest } from "@assay/contract/domain";
import {
  type EffectivePolicy,
  effectiveSet,
  type EffectiveSet,
  type PolicyEngine,
  type PolicyReads,
  nothingFound,
} from "../cedar/index.ts";

/** Why a decision cannot be made anew. */
export type Obstacle = Pick<PolicySimulation["notReplayed"][number], "code" | "because">;

/** What came of making a decision anew. */
export type Replay =
  | { from: PolicyDecisionData["outcome"]; to: PolicyDecisionData["outcome"]; because: string }
  | Obstacle;

/** What is stored of entities now, by `entityKey`. */
export type StoredEntities = ReadonlyMap<string, Entity["properties"]>;

/** What was stored of an entity of a decision, when it is still the same; null: nothing was; undefined: it has changed. */
function storedThen(
  entity: PolicyEntity,
  digest: string | undefined,
  stored: StoredEntities,
): Entity["properties"] | null | undefined {
  if (digest === undefined) return null;
  const now = stored.get(entityKey(entity));
  return now && storedDigestOf(now) === digest ? now : undefined;
}

const parts = ["subject", "resource"] as const;

/** The request of a decision, as far as it is kept; what has changed of stored entities is left out. */
function requestOf(data: PolicyDecisionData, stored: StoredEntities): PolicyRequest {
  const { action, said, facts } = data;
  const entity = (part: (typeof parts)[number]): PolicyEntity => ({
    ...data[part],
    properties: { ...said?.[`${part}Properties`], ...storedThen(data[part], data.stored?.[part], stored) },
  });
  return {
    subject: entity("subject"),
    action: { ...action, properties: said?.actionProperties },
    resource: entity("resource"),
    args: said?.args ?? {},
    context: said?.context ?? {},
    facts,
  };
}

/** Whether policies look at a part of what was said. @param path a JSON Pointer into `said`. */
function looksAt(reads: PolicyReads, path: string): boolean {
  const [, part, member = ""] = path.split("/");
  const context = (name: string): boolean => reads.context === "all" || reads.context.has(name);
  if (part === "args") return context("args");
  if (part === "actionProperties") return context("action");
  if (part === "context") return context(member.replaceAll("~1", "/").replaceAll("~0", "~"));
  return reads.entities;
}

function obstacleOf(
  data: PolicyDecisionData,
  reads: PolicyReads,
  stored: StoredEntities,
): Obstacle | undefined {
  const changed = parts.find((part) => storedThen(data[part], data.stored?.[part], stored) === undefined);
  if (reads.entities && changed !== undefined) {
    const { type, id } = data[changed];
    const named = `${JSON.stringify(type)} ${JSON.stringify(id)}`;
    const because = `What was stored of ${named} has changed since, and the policies read it.`;
    return { code: "entity_changed", because: because.slice(0, 1000) };
  }
  const readsSaid = reads.entities || reads.context === "all" || reads.context.size > 0;
  if (data.said === null) {
    return readsSaid
      ? { code: "too_large", because: "What was said was too large to be kept, and the policies read it." }
      : undefined;
  }
  const hidden = data.redacted.find(({ path }) => looksAt(reads, path));
  return (
    hidden && {
      code: "redacted",
      because: `${hidden.path} was redacted, and the policies read it.`.slice(0, 1000),
    }
  );
}

/** The policies of a decision with the draft among them. */
function withDraft(policies: readonly EffectivePolicy[], draft: EffectivePolicy): EffectiveSet {
  const replaced = policies.map((policy) => (policy.id === draft.id ? draft : policy));
  const added = policies.some(({ id }) => id === draft.id) ? replaced : [...replaced, draft];
  return effectiveSet(added, { baseline: false });
}

/**
 * Makes a decision anew with a draft among its policies.
 *
 * @param policies those that decided, the baseline's included.
 * @param stored the entities of the decision, as far as they are stored now.
 */
export function replayDecision(
  engine: PolicyEngine,
  data: PolicyDecisionData,
  {
    policies,
    draft,
    stored,
  }: { policies: readonly EffectivePolicy[]; draft: EffectivePolicy; stored: StoredEntities },
): Replay {
  const before = effectiveSet(policies, { baseline: false });
  const after = withDraft(policies, draft);
  for (const set of [before, after]) {
    const reads = engine.readsOf(set);
    const obstacle = reads && obstacleOf(data, reads, stored);
    if (obstacle) return obstacle;
  }
  const request = requestOf(data, stored);
  const again = engine.decide(before, request, nothingFound).outcome;
  if (again !== data.outcome) {
    return {
      code: "not_reproduced",
      because: `Made anew without the draft it comes out as ${again}, and was ${data.outcome}.`,
    };
  }
  const { outcome, reasons } = engine.decide(after, request, nothingFound);
  const because = [...new Set(reasons.map(({ message }) => message))].join(" ");
  return { from: data.outcome, to: outcome, because: because.slice(0, 4000) };
}
