// How policies are evaluated on a request, the same for every engine. Whatever goes wrong denies.
import type { PolicyEntity, PolicyRequest } from "../../domain/policy/baseline/policy-case.ts";
import { computeFacts, type FactAgent, type FactSettings } from "../../domain/policy/compute-facts.ts";
import type { FactFindings } from "../../domain/policy/baseline/explain-baseline.ts";
import { harmlessFacts } from "../../domain/policy/policy-facts.ts";
import type { PolicyVerdict } from "../../domain/policy/verdict.ts";
import { keepCanonical } from "../../wire/json/canonical-json.ts";
import type { Entity } from "../entities/entities.ts";
import type { EffectiveSet, SubjectPolicies } from "../cedar/policy-set.ts";
import { requestTooLarge } from "../cedar/policy-size.ts";
import { denied, engineReason } from "../cedar/policy-verdict.ts";
import type { WorkspaceSettings } from "../settings/settings.ts";
import type { AuthorizationRequest } from "./authorize-call.ts";
import type { EvaluatedDecision } from "./policy-decision.ts";

/** What of a decision is known only while the log is locked. */
export interface LockedFacts {
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
}

/** Nothing is approved, no ceiling reached. */
export const defaultLockedFacts: LockedFacts = {
  approved: false,
  rateExceeded: false,
  budgetExceeded: false,
};

/** What a decision on a request rests on, as it was at one moment. */
export interface PolicySnapshot {
  /** Null: the subject is no agent of the workspace. */
  agent: FactAgent | null;
  factSettings: FactSettings;
  policies: SubjectPolicies;
  /** What is stored of subject and resource; null: nothing. */
  storedOf: { subject: Entity["properties"] | null; resource: Entity["properties"] | null };
}

/** What evaluates, and where a failure is reported. */
export interface EvaluationTools {
  /** @param tooLarge what is wrong with the request's size; null: nothing. */
  decide: (
    set: EffectiveSet,
    request: PolicyRequest,
    findings: FactFindings,
    tooLarge: string | null,
  ) => PolicyVerdict;
  isPublicAddress: (address: string) => boolean;
  /** May throw the error, where no caller relies on a denial. */
  reportFailure: (error: unknown) => void;
}

/** The settings of a workspace, as far as facts need them. */
export const factSettingsOf = ({ toolRisk, boundaries }: WorkspaceSettings): FactSettings => ({
  toolRisk,
  boundaries: Object.fromEntries(
    Object.entries(boundaries).map(([name, { allowedHosts }]) => [name, allowedHosts]),
  ),
});

/** A request can only add to what is stored of an entity. */
const withStored = (entity: PolicyEntity, stored: Entity["properties"] | null): PolicyEntity =>
  stored === null ? entity : { ...entity, properties: { ...entity.properties, ...stored } };

/** What is searched for hosts and secrets: the arguments, and what else the caller may have put them into. */
function inspected({ args, action, resource }: AuthorizationRequest): Readonly<Record<string, unknown>> {
  if (!action.properties && !resource.properties) return args;
  return { args, action: action.properties ?? {}, resource: resource.properties ?? {} };
}

const names = new WeakMap<EffectiveSet, EvaluatedDecision["policySet"]>();

/** The policies of a set by name, as each decision under it keeps them: more than half of its evidence. */
function namesOf(set: EffectiveSet): EvaluatedDecision["policySet"] {
  const cached = names.get(set);
  if (cached) return cached;
  const { digest, policies, unresolved } = set;
  const made = keepCanonical({
    digest,
    policies: policies.map(({ id, version, digest: of }) => ({ id, version, digest: of })),
    unresolved: [...unresolved],
  });
  names.set(set, made);
  return made;
}

/**
 * Evaluates the policies of a snapshot on a request.
 *
 * @param call as it was sent; what is stored of its entities is added for policies and kept out of the evidence.
 * @returns a denial where the evaluation fails.
 */
export function evaluateRequest(
  { decide, isPublicAddress, reportFailure }: EvaluationTools,
  { call, snapshot }: { call: AuthorizationRequest; snapshot: PolicySnapshot },
  locked: LockedFacts,
): EvaluatedDecision {
  const { agent, factSettings, storedOf } = snapshot;
  const { set, warnings } = snapshot.policies;
  const policySet = namesOf(set);
  try {
    const seen = {
      ...call,
      subject: withStored(call.subject, storedOf.subject),
      resource: withStored(call.resource, storedOf.resource),
    };
    // What is too large is denied, and not worked through before.
    const fault = requestTooLarge(seen) ?? null;
    const large = fault !== null;
    const sources = {
      agent,
      settings: factSettings,
      resource: call.resource,
      args: large ? {} : inspected(call),
      context: large ? {} : call.context,
      ...locked,
    };
    const report = computeFacts(sources, isPublicAddress);
    const verdict = decide(set, { ...seen, facts: report.facts }, report, fault);
    const all =
      warnings.length === 0 ? verdict : { ...verdict, warnings: [...warnings, ...verdict.warnings] };
    return { call, facts: report.facts, policySet, storedOf, verdict: all };
  } catch (error) {
    reportFailure(error);
    const facts = { ...harmlessFacts, ...locked, toolDeclared: false };
    return { call, facts, policySet, storedOf, verdict: denied([broken]) };
  }
}

const broken = engineReason(
  "policy_error",
  "The decision could not be made; what cannot be decided is denied.",
);
