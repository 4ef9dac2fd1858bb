// Evaluates policies on a request, for any engine. A failure denies the request.
import { maxJsonBytes } from "../../wire/json/max-json-bytes.ts";
import {
  type PolicyEntity,
  type PolicyRequest,
  visibleContext,
} from "../../domain/policy/baseline/policy-case.ts";
import { computeFacts, type FactAgent, type FactSettings } from "../../domain/policy/compute-facts.ts";
import type { FactFindings } from "../../domain/policy/baseline/explain-baseline.ts";
import { harmlessFacts } from "../../domain/policy/policy-facts.ts";
import { defaultTimeZone, timeFactsOf } from "../../domain/policy/time-facts.ts";
import type { PolicyVerdict } from "../../domain/policy/verdict.ts";
import { keepCanonical } from "../../wire/json/canonical-json.ts";
import { agentGroupType, type Groups, toolGroupType } from "../hierarchy/group-parents.ts";
import type { FindNode } from "../hierarchy/entity-nodes.ts";
import { contradictionFaults } from "../hierarchy/sent-entities.ts";
import {
  ancestorsFault,
  groupNames,
  groupsOfAction,
  parentFaults,
  storedStateOf,
  type StoredState,
  reachedEntities,
} from "../hierarchy/stored-state.ts";
import { type AdmitsCost, admitsAny } from "../../domain/policy/cost/cost-budget.ts";
import { searchSteps } from "../../domain/policy/search/call-secrets.ts";
import type { EffectiveSet, SubjectPolicies } from "../cedar/policy-set.ts";
import { requestTooLarge } from "../cedar/policy-size.ts";
import { denied, engineReason } from "../cedar/policy-verdict.ts";
import type { WorkspaceSettings } from "../settings/settings.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import { agentOf, type AuthorizationRequest } from "./authorize-call.ts";
import { after, failedVerdict, SearchBeyondBudget } from "./loading/search-budget.ts";
import { destinationsOf, hasApprovalId, searchedParts } from "./loading/searched-parts.ts";
import type { EvaluatedDecision } from "./policy-decision.ts";

/** Facts that require the locked log. */
export interface LockedFacts {
  approved: boolean;
  rateExceeded: boolean;
  budgetExceeded: boolean;
}

/** The default facts: the request is not approved, and no ceiling is reached. */
export const defaultLockedFacts: LockedFacts = {
  approved: false,
  rateExceeded: false,
  budgetExceeded: false,
};

/** The snapshot from which a request is decided. */
export interface PolicySnapshot {
  /** Null if the subject is not an agent of the workspace. */
  agent: FactAgent | null;
  factSettings: FactSettings;
  policies: SubjectPolicies;
  /** Finds the entities that the decision may use; undefined for an entity that is not loaded. */
  find: FindNode;
  actionGroups: Groups;
}

/** The policy engine, and the reporter of its failures. */
export interface EvaluationTools {
  /** @param tooLarge the fault of a request that is too large; null if it is not too large. */
  decide: (
    set: EffectiveSet,
    request: PolicyRequest,
    findings: FactFindings,
    tooLarge: string | null,
    admits: AdmitsCost,
  ) => PolicyVerdict;
  isPublicAddress: (address: string) => boolean;
  /** Reports a failure. It may throw the error again if no caller relies on a denial. */
  reportFailure: (error: unknown) => void;
}

/** The workspace settings from which facts are computed. */
export const factSettingsOf = ({
  toolRisk,
  defaultToolRisk,
  boundaries,
  timeZone,
}: WorkspaceSettings): FactSettings => ({
  toolRisk,
  defaultToolRisk,
  timeZone,
  boundaries: Object.fromEntries(
    Object.entries(boundaries).map(([name, { allowedHosts }]) => [name, allowedHosts]),
  ),
});

type Properties = NonNullable<PolicyEntity["properties"]>;
const merged = new WeakMap<Properties, { stored: Properties; all: Properties }>();

/** Merges properties: to the same object for the same parts, because calls of a batch share them. */
function mergedProperties(sent: Properties | undefined, stored: Properties): Properties {
  if (!sent) return stored;
  const known = merged.get(sent);
  if (known?.stored === stored) return known.all;
  const all = { ...sent, ...stored };
  merged.set(sent, { stored, all });
  return all;
}

/** Adds the properties of the request to the stored ones. They never replace stored properties. */
const withStored = (
  entity: PolicyEntity,
  { properties, ancestors }: StoredState["subject"],
): PolicyEntity => ({
  type: entity.type,
  id: entity.id,
  properties: properties === null ? entity.properties : mergedProperties(entity.properties, properties),
  parents: ancestors,
});

const names = new WeakMap<EffectiveSet, EvaluatedDecision["policySet"]>();

/**
 * The names of the policies of a set, as the evidence of each decision contains them. They are cached,
 * because they make up more than half of this evidence.
 */
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

/** A request, and what its decision depends on. */
export interface RequestToEvaluate {
  /** The call as sent. Policies also see the stored properties of its entities; the evidence does not. */
  call: AuthorizationRequest;
  snapshot: PolicySnapshot;
  /** The moment of the decision, in milliseconds since 1970. */
  now: number;
  keyAgent: KeyAgent;
  /** The budget that the decisions of one request share. */
  admits: AdmitsCost;
}

/** The request that policies see. */
export const seenRequest = (
  { subject, action, resource, args, context }: AuthorizationRequest,
  { storedOf, ...further }: { storedOf: StoredState } & Pick<PolicyRequest, "actionGroups" | "entities">,
): Omit<PolicyRequest, "facts"> => ({
  subject: { ...withStored(subject, storedOf.subject), onBehalfOf: subject.onBehalfOf },
  action,
  resource: withStored(resource, storedOf.resource),
  args,
  context: visibleContext(context),
  ...further,
});

const groupsOf = ({ subject, resource }: StoredState) => ({
  agent: groupNames(subject, agentGroupType),
  tool: groupNames(resource, toolGroupType),
});

const bytesOf = (value: object): number => maxJsonBytes(value, Number.MAX_SAFE_INTEGER);

/** What facts are computed from in a call. A call that is too large is not searched. */
const sourcesIn = <Parts>(
  call: AuthorizationRequest,
  parts: Parts,
  { large, isShared }: { large: boolean; isShared: boolean },
) => ({
  isShared,
  resource: call.resource,
  destinations: large ? {} : destinationsOf(call),
  call: parts,
  context: large ? {} : call.context,
});

const withWarnings = (verdict: PolicyVerdict, warnings: PolicyVerdict["warnings"]): PolicyVerdict =>
  warnings.length === 0 ? verdict : { ...verdict, warnings: [...warnings, ...verdict.warnings] };

/** The facts of a call that was not searched because its decision failed. */
const factsWithoutSearch = (now: number, known: LockedFacts & { agentAuthenticated: boolean }) => ({
  ...harmlessFacts,
  ...known,
  toolDeclared: false,
  now: timeFactsOf(now, defaultTimeZone),
});

/**
 * Evaluates the policies of a snapshot on a request.
 *
 * @returns a denial if the evaluation fails.
 */
export function evaluateRequest(
  { decide, isPublicAddress, reportFailure }: EvaluationTools,
  { call, snapshot, now, keyAgent, admits }: RequestToEvaluate,
  locked: LockedFacts,
): EvaluatedDecision {
  const { agent, factSettings, find, policies } = snapshot;
  const storedOf = storedStateOf(call, find);
  const actionGroups = groupsOfAction(snapshot.actionGroups, call.action.name);
  const agentAuthenticated = keyAgent !== null && agentOf(call) === keyAgent;
  const warnings = [...call.warnings, ...policies.warnings];
  const policySet = namesOf(policies.set);
  try {
    const seen = seenRequest(call, { storedOf, actionGroups, entities: reachedEntities(call, find) });
    // A request that is too large is denied without further processing.
    const isShared = admits !== admitsAny;
    const fault = requestTooLarge(seen, isShared) ?? ancestorsFault(call, storedOf) ?? null;
    const large = fault !== null;
    const parts = large ? [] : searchedParts(call);
    const searched = isShared ? searchSteps(parts, agent?.secrets ?? [], bytesOf) : 0;
    if (!admits(searched)) throw new SearchBeyondBudget();
    const sources = {
      agent,
      settings: factSettings,
      groups: groupsOf(storedOf),
      ...sourcesIn(call, parts, { large, isShared }),
      ...locked,
      agentAuthenticated,
      now,
    };
    const [invalid] = large ? [] : [...parentFaults(call, find), ...contradictionFaults(call)];
    const report = computeFacts(sources, isPublicAddress);
    const steps = searched + report.steps;
    if (!admits(steps)) throw new SearchBeyondBudget();
    const verdict = invalid
      ? denied([engineReason("request_invalid", `${invalid.path}: ${invalid.message}`)])
      : decide(policies.set, { ...seen, facts: report.facts }, report, fault, after(admits, steps));
    const isFreeOfSecrets = !large && report.secrets.length === 0 && !hasApprovalId(call);
    const shown = { verdict: withWarnings(verdict, warnings), isFreeOfSecrets };
    return { call, facts: report.facts, policySet, storedOf, actionGroups, ...shown };
  } catch (error) {
    if (!(error instanceof SearchBeyondBudget)) reportFailure(error);
    const facts = factsWithoutSearch(now, { ...locked, agentAuthenticated });
    const verdict = failedVerdict(error, warnings);
    return { call, facts, policySet, storedOf, actionGroups, verdict, isFreeOfSecrets: false };
  }
}
