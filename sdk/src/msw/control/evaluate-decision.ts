import { agentOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import {
  evaluateRequest,
  type EvaluationTools,
  factSettingsOf,
  type LockedFacts,
  type PolicySnapshot,
} from "@assay/contract/control/decisions/evaluate-request";
import type { EvaluatedDecision } from "@assay/contract/control/decisions/policy-decision";
import { entityKey } from "@assay/contract/control/entities/entities";
import type { Policy } from "@assay/contract/control/policies/policy-responses";
import { agentPolicies, policySet } from "@assay/contract/control/cedar/policy-set";
import { concludeVerdict, deniedBefore, policyReason } from "@assay/contract/control/cedar/policy-verdict";
import { policyToWire } from "@assay/contract/control/policies/policy-wire";
import {
  decideBaseline,
  type FactFindings,
  type PolicyReason,
  type PolicyRequest,
} from "@assay/contract/domain";
import { isPublicAddress } from "../platform/outbound/public-address.ts";
import type { ArrangedDecision, ControlTables } from "./control-tables.ts";

/** The baseline's reasons for an agent's request; also its permit if it only requires approval. */
function baselineReasons(request: PolicyRequest, findings: FactFindings): PolicyReason[] {
  if (request.subject.type !== "agent") return [];
  const reasons = decideBaseline(request, findings);
  if (reasons.some(({ outcome }) => outcome !== "ask")) return reasons;
  const approved = { ...request, facts: { ...request.facts, approved: true } };
  return [...reasons, ...decideBaseline(approved, findings)];
}

/** Evaluates the baseline by its rules, and other policies by their arranged outcomes. */
const toolsOf = (arranged: ReadonlyMap<string, ArrangedDecision>): EvaluationTools => ({
  isPublicAddress,
  // An arranged function may throw; the test receives the error.
  reportFailure: (error) => {
    throw error;
  },
  decide: (set, request, findings, tooLarge) => {
    const before = deniedBefore({ set, request, findings }, tooLarge);
    if (before) return before;
    const reasonsOf = (mode: Policy["mode"]): PolicyReason[] =>
      set.policies.flatMap((policy) => {
        const outcome = (policy.mode === mode && arranged.get(policy.id)?.(request)) || "none";
        return outcome === "none" ? [] : [policyReason(policy, outcome)];
      });
    const reasons = [...baselineReasons(request, findings), ...reasonsOf("enforce")];
    const isPermitted = reasons.some(({ outcome }) => outcome === "allow");
    const { outcome, reasons: concluded } = concludeVerdict(request, reasons, isPermitted);
    const transform = outcome === "transform" ? [] : null;
    return {
      outcome,
      reasons: concluded,
      shadow: reasonsOf("shadow"),
      warnings: [],
      obligations: [],
      transform,
    };
  },
});

/** The snapshot for a decision on a request. */
export function snapshotOf(
  { agents, agentKeys, entities, policies, settings }: ControlTables,
  call: AuthorizationRequest,
): PolicySnapshot {
  const id = agentOf(call);
  const agent = id === null ? undefined : agents.get(id);
  const key = agentKeys.get(id ?? "");
  const sorted = [...policies].sort(([one], [other]) => (one < other ? -1 : 1));
  const live = sorted.map(([policyId, { versions, liveVersion }]): [string, Policy | null] => {
    const found = versions.find(({ version }) => version === liveVersion);
    return [policyId, found ? policyToWire(found, liveVersion) : null];
  });
  const inForce = live.flatMap(([, policy]) => policy ?? []);
  const storedOf = (entity: AuthorizationRequest["subject"]) =>
    entities.get(entityKey(entity))?.properties ?? null;
  return {
    agent: agent ? { ...agent, secrets: key === undefined ? [] : [key] } : null,
    factSettings: factSettingsOf(settings),
    policies:
      id === null
        ? { set: policySet(inForce, { baseline: false }), warnings: [] }
        : agentPolicies(agent?.policyIds ?? [], new Map(live)),
    storedOf: { subject: storedOf(call.subject), resource: storedOf(call.resource) },
  };
}

/** Evaluates a request. @param arranged the arranged outcomes of policies. */
export const evaluateDecision = (
  arranged: ReadonlyMap<string, ArrangedDecision>,
  request: { call: AuthorizationRequest; snapshot: PolicySnapshot; now: number },
  locked: LockedFacts,
): EvaluatedDecision => evaluateRequest(toolsOf(arranged), request, locked);
