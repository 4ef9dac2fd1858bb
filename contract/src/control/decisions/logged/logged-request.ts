// The parts of a call that evidence contains, without secrets.
import { withinBytes } from "../../../platform/common.ts";
import { limits } from "../../../platform/limits.ts";
import type { SecretFinding } from "../../../domain/policy/policy-facts.ts";
import { findSecrets, redactSecrets } from "../../../domain/policy/secret-material.ts";
import type { AuthorizationRequest } from "../authorize-call.ts";

/** A call after the search for secrets. */
export interface SearchedCall {
  call: AuthorizationRequest;
  /** Whether the whole call was searched for secrets and none was found, so that no part of it must be searched. */
  isFreeOfSecrets: boolean;
}

const maxRedacted = 10_000;

/** A value without the secrets that were found in it, in the same shape. */
export const redactedParts = <T>(value: T, findings: readonly SecretFinding[]): T =>
  // Safe: redaction replaces texts by texts, and member names only if a name itself is a secret.
  redactSecrets(value, findings) as T;

/** A value without its secrets, in the same shape. */
export const cleaned = <T>(value: T, secrets: readonly string[]): T =>
  redactedParts(value, findSecrets(value, secrets));

type NamedParts = Pick<AuthorizationRequest, "subject" | "action" | "resource" | "session">;

/** Subject, action, resource and session, without properties. */
export const namedPartsOf = ({ subject, action, resource, session }: NamedParts): NamedParts => ({
  action: { name: action.name },
  resource: { id: resource.id, type: resource.type },
  session,
  subject: { id: subject.id, type: subject.type },
});

/** Subject, action, resource and session, redacted. */
export const namedOf = (call: AuthorizationRequest, secrets: readonly string[]): NamedParts =>
  cleaned(namedPartsOf(call), secrets);

/** The parts of a request that are stored as they were sent, except for redacted secrets. */
export function redactedRequestOf(call: AuthorizationRequest, secrets: readonly string[]) {
  const sent = sentPartsOf(call);
  const redacted = findSecrets(sent, secrets);
  return { said: redactedParts(sent, redacted), redacted: redacted.slice(0, maxRedacted) };
}

const sentPartsOf = (call: AuthorizationRequest) => ({
  actionProperties: call.action.properties ?? {},
  args: call.args,
  context: call.context,
  resourceProperties: call.resource.properties ?? {},
  subjectProperties: call.subject.properties ?? {},
  ...(call.subject.onBehalfOf && { onBehalfOf: { ...call.subject.onBehalfOf } }),
  ...(call.subject.parents && { subjectParents: [...call.subject.parents] }),
  ...(call.resource.parents && { resourceParents: [...call.resource.parents] }),
});

/** The request, redacted; null if it is too large to store. */
export function loggedRequestOf(evaluated: SearchedCall, secrets: readonly string[]) {
  const sent = sentPartsOf(evaluated.call);
  if (!withinBytes(sent, limits.policyInputBytes)) return { said: null, redacted: [] };
  return evaluated.isFreeOfSecrets
    ? { said: sent, redacted: [] }
    : redactedRequestOf(evaluated.call, secrets);
}

/** Finds secrets in a part of a call. */
export const secretsIn = (part: unknown, { isFreeOfSecrets }: SearchedCall, secrets: readonly string[]) =>
  isFreeOfSecrets ? [] : findSecrets(part, secrets);
