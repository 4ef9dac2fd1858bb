// What becomes of a verdict: the event that is kept, and the answer. Server and mock make both here.
import {
  actionDigestOf,
  agentOf,
  type AuthorizationRequest,
  digestOf,
  supportsTransform,
} from "./authorize-call.ts";
import type { PolicyFacts } from "../../domain/policy/policy-facts.ts";
import { findSecrets, redactSecrets } from "../../domain/policy/secret-material.ts";
import type { PolicyVerdict } from "../../domain/policy/verdict.ts";
import { limits } from "../../platform/limits.ts";
import type { PolicyDecisionData } from "./policy-decision-data.ts";
import { withinBytes } from "../../platform/common.ts";

/** A verdict on a call, and what it rests on. */
export interface EvaluatedDecision {
  call: AuthorizationRequest;
  facts: PolicyFacts;
  verdict: PolicyVerdict;
  policySet: PolicyDecisionData["policySet"];
  /** The properties that are stored of subject and resource; null: none are. */
  storedOf: { subject: Properties | null; resource: Properties | null };
}

type Properties = Readonly<Record<string, unknown>>;

/** What is made up for a decision. */
export interface DecisionMetadata {
  decisionId: string;
  /** Milliseconds since 1970. */
  evaluatedAt: number;
  /** Of the call: `inputDigestOf`. */
  inputDigest: string;
  /** The approval that was opened by it, or used. */
  approval: { id: string; expiresAt: number } | null;
}

/** Whether a decision lets the caller go on. */
export const isGranted = ({
  call,
  verdict: { outcome },
}: Pick<EvaluatedDecision, "call" | "verdict">): boolean =>
  outcome === "allow" || (outcome === "transform" && supportsTransform(call));

/** Until when a decision holds, in milliseconds since 1970. */
const expiryOf = ({ verdict }: EvaluatedDecision, { evaluatedAt, approval }: DecisionMetadata): number =>
  verdict.outcome === "ask" && approval ? approval.expiresAt : evaluatedAt + limits.decisionSeconds * 1000;

const mostReasons = 500;
const mostRedacted = 10_000;

/** A copy of a value without its secrets; it keeps its shape. */
const cleaned = <T>(value: T, secrets: readonly string[]): T =>
  // Only texts are replaced, by texts; names of members only where one is a secret itself.
  redactSecrets(value, findSecrets(value, secrets)) as T;

/** A verdict whose messages repeat no secret that a call had in its names, hosts or ids: what it says is told to others. */
export function withoutSecrets(judged: EvaluatedDecision, secrets: readonly string[]): EvaluatedDecision {
  const { reasons, shadow, warnings } = judged.verdict;
  const clean = cleaned({ reasons, shadow, warnings }, secrets);
  return { ...judged, verdict: { ...judged.verdict, ...clean } };
}

/** Who wants to do what to what, and in which session, redacted. */
export function namedOf(
  { subject, action, resource, session }: AuthorizationRequest,
  secrets: readonly string[],
): Pick<AuthorizationRequest, "subject" | "action" | "resource" | "session"> {
  const named = {
    action: { name: action.name },
    resource: { id: resource.id, type: resource.type },
    session,
    subject: { id: subject.id, type: subject.type },
  };
  return cleaned(named, secrets);
}

/** What was said, redacted; null when it is too large to be kept. */
export function loggedRequestOf(call: AuthorizationRequest, secrets: readonly string[]) {
  const said = {
    actionProperties: call.action.properties ?? {},
    args: call.args,
    context: call.context,
    resourceProperties: call.resource.properties ?? {},
    subjectProperties: call.subject.properties ?? {},
  };
  if (!withinBytes(said, limits.policyInputBytes)) return { said: null, redacted: [] };
  const redacted = findSecrets(said, secrets);
  // Each of the five members is an object, and stays one.
  return { said: redactSecrets(said, redacted) as typeof said, redacted: redacted.slice(0, mostRedacted) };
}

const storedDigests = new WeakMap<Properties, string>();

/** What stands for stored properties. Worked out once for the same object. */
export function storedDigestOf(properties: Properties): string {
  const known = storedDigests.get(properties);
  if (known !== undefined) return known;
  const digest = digestOf(properties);
  storedDigests.set(properties, digest);
  return digest;
}

/** What a decision rests on beside what was said: the entities as they were, by what stands for them. */
function storedIn({
  storedOf: { subject, resource },
}: EvaluatedDecision): Pick<PolicyDecisionData, "stored"> {
  if (!subject && !resource) return {};
  return {
    stored: {
      ...(subject && { subject: storedDigestOf(subject) }),
      ...(resource && { resource: storedDigestOf(resource) }),
    },
  };
}

/** Facts without secrets. Only these of them hold what was sent, and none of their names says that a secret is in them. */
function cleanFacts(facts: PolicyFacts, secrets: readonly string[]): PolicyDecisionData["facts"] {
  const { agentStatus, boundary, egressHosts, egressOutside } = facts;
  const found = findSecrets([agentStatus, boundary, egressHosts, egressOutside], secrets);
  const clean = found.length === 0 ? facts : cleaned(facts, secrets);
  return {
    ...clean,
    egressHosts: [...clean.egressHosts],
    egressOutside: [...clean.egressOutside],
    secretTypes: [...clean.secretTypes],
  };
}

/**
 * The `data` of the `policy_decision` event. Nothing in it is a secret that can be recognized.
 *
 * @param judged `withoutSecrets`.
 * @param secrets that are known: the agent's own key.
 */
function decisionData(
  judged: EvaluatedDecision,
  { decisionId, evaluatedAt, inputDigest, approval }: DecisionMetadata,
  secrets: readonly string[],
): PolicyDecisionData {
  const { call, verdict, policySet } = judged;
  const { subject, action, resource } = namedOf(call, secrets);
  const { outcome } = verdict;
  const { said, redacted } = loggedRequestOf(call, secrets);
  // In the order of the canonical form: nothing is left to be sorted.
  return {
    action,
    agentId: agentOf({ subject }),
    ...(approval && { approvalId: approval.id }),
    decision: isGranted(judged),
    decisionId,
    evaluatedAt,
    facts: cleanFacts(judged.facts, secrets),
    inputDigest,
    outcome,
    policySet,
    reasons: verdict.reasons.slice(0, mostReasons),
    redacted,
    resource,
    said,
    shadow: verdict.shadow.slice(0, mostReasons),
    ...storedIn(judged),
    subject,
  };
}

/** The `policy_decision` event as it is appended; see `decisionData`. */
export function decisionEvent(judged: EvaluatedDecision, mark: DecisionMetadata, secrets: readonly string[]) {
  const { session } = judged.call;
  const hides = session !== null && findSecrets(session, secrets).length > 0;
  return {
    type: "policy_decision",
    session: hides ? "[redacted]" : session,
    ts: mark.evaluatedAt,
    receivedAt: mark.evaluatedAt,
    origin: "server" as const,
    data: decisionData(judged, mark, secrets),
  };
}

/** Where a decision is in the log. */
interface DecisionEvidence {
  eventId: string;
  seq: number;
  leafHash: string;
}

/**
 * What is answered: the decision with all that it rests on.
 *
 * @param judged `withoutSecrets`.
 */
export function decisionToWire(
  judged: EvaluatedDecision,
  mark: DecisionMetadata,
  evidence: DecisionEvidence,
) {
  const { verdict, policySet } = judged;
  const { outcome, reasons, warnings, obligations, transform } = verdict;
  const { approval, decisionId, evaluatedAt, inputDigest } = mark;
  const { eventId, seq, leafHash } = evidence;
  const first = reasons.find((reason) => reason.outcome === outcome);
  return {
    decision: isGranted(judged),
    outcome,
    decisionId,
    evaluatedAt,
    expiresAt: expiryOf(judged, mark),
    reasons: reasons.slice(0, mostReasons).map((reason) => ({ ...reason })),
    warnings: warnings.slice(0, mostReasons).map((warning) => ({ ...warning })),
    obligations: obligations.slice(0, mostReasons).map((obligation) => ({ ...obligation })),
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

/** What an approval of a call is bound to. */
export const bindingOf = ({ call, policySet }: Pick<EvaluatedDecision, "call" | "policySet">): string =>
  actionDigestOf(call, policySet.digest);

/** Sets `Retry-After` where a ceiling is reached: the longest wait until it lets a request through again. */
export function setRetryAfter(
  { setHeader }: { setHeader: (name: string, value: string) => void },
  decisions: readonly { retryAfterSeconds: number | null }[],
): void {
  const waits = decisions.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (waits.length > 0) setHeader("Retry-After", String(Math.max(...waits)));
}
