// Builds the evidence event and the response of an evaluated request; shared by server and mock.
import { agentOf, supportsTransform } from "./authorize-call.ts";
import { namesOfChain } from "../hierarchy/on-behalf-of.ts";
import type { PolicyFacts } from "../../domain/policy/policy-facts.ts";
import { findSecrets } from "../../domain/policy/secret-material.ts";
import type { PolicyVerdict } from "../../domain/policy/verdict.ts";
import { limits } from "../../platform/limits.ts";
import type { DecisionCaller } from "./caller-identity.ts";
import type { PolicyDecisionData } from "./policy-decision-data.ts";
import { stateDigestOf, type StoredState } from "../hierarchy/stored-state.ts";
import {
  cleaned,
  loggedRequestOf,
  namedPartsOf,
  type SearchedCall,
  secretsIn,
} from "./logged/logged-request.ts";

/** A verdict on a call, with the inputs of the verdict. */
export interface EvaluatedDecision extends SearchedCall {
  facts: PolicyFacts;
  verdict: PolicyVerdict;
  policySet: PolicyDecisionData["policySet"];
  /** The stored state of subject and resource. */
  storedOf: StoredState;
  /** The groups that contain the action. */
  actionGroups: readonly string[];
}

/** The metadata of a decision. */
export interface DecisionMetadata {
  decisionId: string;
  /** Milliseconds since 1970. */
  evaluatedAt: number;
  /** Digest of the call: see `digestedInput`. */
  inputDigest: string;
  /** The approval that the decision opened or used. */
  approval: { id: string; expiresAt: number } | null;
  caller: DecisionCaller;
  /** The result of `requestKeyOf`; undefined if the request has no idempotency key. */
  requestKey: string | undefined;
  /** Id of the first decision that this decision repeats; null if it repeats none. */
  replayOf: string | null;
}

/** Whether a decision permits the call. */
export const isGranted = ({
  call,
  verdict: { outcome },
}: Pick<EvaluatedDecision, "call" | "verdict">): boolean =>
  outcome === "allow" || (outcome === "transform" && supportsTransform(call));

/** Expiry time of a decision, in milliseconds since 1970. */
export const expiryOf = (
  { verdict }: Pick<EvaluatedDecision, "verdict">,
  { evaluatedAt, approval }: Pick<DecisionMetadata, "evaluatedAt" | "approval">,
): number =>
  verdict.outcome === "ask" && approval ? approval.expiresAt : evaluatedAt + limits.decisionSeconds * 1000;

const maxReasons = 500;

/** Redacts secrets of the call from the verdict's messages, which other parties can read. */
export function withoutSecrets(evaluated: EvaluatedDecision, secrets: readonly string[]): EvaluatedDecision {
  const { reasons, shadow, warnings } = evaluated.verdict;
  const clean = cleaned({ reasons, shadow, warnings }, secrets);
  return { ...evaluated, verdict: { ...evaluated.verdict, ...clean } };
}

/** The digests of what is stored about subject and resource; a member is absent if nothing is stored. */
export function storedDigestsOf({ storedOf }: Pick<EvaluatedDecision, "storedOf">) {
  const [subject, resource] = [stateDigestOf(storedOf.subject), stateDigestOf(storedOf.resource)];
  return { ...(subject !== undefined && { subject }), ...(resource !== undefined && { resource }) };
}

/** The digests of the stored entities that the decision used. */
function storedIn(evaluated: EvaluatedDecision): Pick<PolicyDecisionData, "stored"> {
  const chain = evaluated.storedOf.chain.map((state) => stateDigestOf(state) ?? null);
  const stored = { ...(chain.length > 0 && { onBehalfOf: chain }), ...storedDigestsOf(evaluated) };
  return Object.keys(stored).length > 0 ? { stored } : {};
}

/**
 * Redacts secrets in facts. Only these members contain data of requests, and no member has a secret's name.
 */
export function cleanFacts(facts: PolicyFacts, secrets: readonly string[]): PolicyDecisionData["facts"] {
  const { agentGroups, agentStatus, boundary, egressHosts, egressOutside, toolGroups } = facts;
  const texts = [agentGroups, agentStatus, boundary, egressHosts, egressOutside, toolGroups];
  const found = findSecrets(texts, secrets);
  const clean = found.length === 0 ? facts : cleaned(facts, secrets);
  return {
    ...clean,
    agentGroups: [...clean.agentGroups],
    toolGroups: [...clean.toolGroups],
    egressHosts: [...clean.egressHosts],
    egressOutside: [...clean.egressOutside],
    secretTypes: [...clean.secretTypes],
  };
}

/**
 * The `data` of the `policy_decision` event, without recognizable secrets.
 *
 * @param evaluated the result of `withoutSecrets`.
 * @param secrets the known secrets: the agent's own key, if it has one.
 */
function decisionData(
  evaluated: EvaluatedDecision,
  { decisionId, evaluatedAt, inputDigest, approval, caller, requestKey, replayOf }: DecisionMetadata,
  secrets: readonly string[],
): PolicyDecisionData {
  const { call, verdict, policySet } = evaluated;
  const named = namedPartsOf(call);
  const redactedNames = secretsIn(named, evaluated, secrets);
  const { subject, action, resource } = evaluated.isFreeOfSecrets ? named : cleaned(named, secrets);
  const chain = namesOfChain(call.subject.onBehalfOf);
  const { said: sent, redacted } = loggedRequestOf(evaluated, secrets);
  // The members are in the order of the canonical form, so they need not be sorted.
  return {
    action,
    ...(evaluated.actionGroups.length > 0 && { actionGroups: [...evaluated.actionGroups] }),
    agentId: agentOf({ subject }),
    ...(approval && { approvalId: approval.id }),
    decision: isGranted(evaluated),
    decisionId,
    evaluatedAt,
    facts: cleanFacts(evaluated.facts, secrets),
    inputDigest,
    keyAgent: caller.keyAgent,
    keyId: caller.keyId,
    ...(chain && { onBehalfOf: cleaned(chain, secrets) }),
    outcome: verdict.outcome,
    policySet,
    reasons: verdict.reasons.slice(0, maxReasons),
    redacted: [...redactedNames, ...redacted],
    ...(replayOf !== null && { replayOf }),
    ...(requestKey !== undefined && { requestKey }),
    resource,
    said: sent,
    shadow: verdict.shadow.slice(0, maxReasons),
    ...storedIn(evaluated),
    subject,
  };
}

/** The `policy_decision` event to append; see `decisionData`. */
export function decisionEvent(
  evaluated: EvaluatedDecision,
  mark: DecisionMetadata,
  secrets: readonly string[],
) {
  const { session } = evaluated.call;
  const hides = session !== null && secretsIn(session, evaluated, secrets).length > 0;
  return {
    type: "policy_decision",
    session: hides ? "[redacted]" : session,
    ts: mark.evaluatedAt,
    receivedAt: mark.evaluatedAt,
    origin: "server" as const,
    data: decisionData(evaluated, mark, secrets),
  };
}

/** The position of a decision in the log. */
interface DecisionEvidence {
  eventId: string;
  seq: number;
  leafHash: string;
}

/**
 * The response: the decision with its inputs.
 *
 * @param evaluated result of `withoutSecrets`.
 */
export function decisionToWire(
  evaluated: EvaluatedDecision,
  mark: DecisionMetadata,
  evidence: DecisionEvidence,
) {
  const { verdict, policySet } = evaluated;
  const { outcome, reasons, warnings, obligations, transform } = verdict;
  const { approval, decisionId, evaluatedAt, inputDigest, replayOf } = mark;
  const { eventId, seq, leafHash } = evidence;
  const first = reasons.find((reason) => reason.outcome === outcome);
  return {
    decision: isGranted(evaluated),
    outcome,
    decisionId,
    replayOf,
    evaluatedAt,
    expiresAt: expiryOf(evaluated, mark),
    reasons: reasons.slice(0, maxReasons).map((reason) => ({ ...reason })),
    warnings: warnings.slice(0, maxReasons).map((warning) => ({ ...warning })),
    obligations: obligations.slice(0, maxReasons).map((obligation) => ({ ...obligation })),
    transform: transform === null ? null : transform.map((operation) => ({ ...operation })),
    policySet: {
      digest: policySet.digest,
      policies: policySet.policies.map(({ id, version }) => ({ id, version })),
    },
    inputDigest,
    evidence: { eventId, seq, leafHash },
    context: {
      ...(first && { code: first.code, message: first.message }),
      ...(first?.remedy !== undefined && { remedy: first.remedy }),
      ...(approval && { approvalId: approval.id, approvalExpiresAt: approval.expiresAt }),
    },
  };
}
