// The parts of a call that evidence contains, without secrets.
import { limits } from "../../../platform/limits.ts";
import type { SecretFinding } from "../../../domain/policy/policy-facts.ts";
import { findSecrets, redactSecrets } from "../../../domain/policy/secret-material.ts";
import { utf8 } from "../../../wire/crypto/bytes.ts";
import { canonicalBytes } from "../../../wire/json/canonical-json.ts";
import { maxJsonBytes } from "../../../wire/json/max-json-bytes.ts";
import type { AuthorizationRequest } from "../authorize-call.ts";

/** A call after the search for secrets. */
export interface SearchedCall {
  call: AuthorizationRequest;
  /** Whether the whole call was searched for secrets and none was found, so that no part of it must be searched. */
  isFreeOfSecrets: boolean;
}

const maxRedacted = 10_000;
/** Maximum length of a stored path. */
const maxPathChars = 4000;
/** Maximum length of all stored paths of a call together. */
const maxPathsChars = 2 * limits.policyInputBytes;

/** A value without its secrets, in the same shape. */
export const cleaned = <T>(value: T, secrets: readonly string[]): T =>
  // Safe: redaction replaces texts by texts, and member names only if a name itself is a secret.
  redactSecrets(value, secrets) as T;

/**
 * The findings that are stored. The paths of deep values may be much longer than the values, so their length is
 * limited: of a longer path, the nearest member that fits is named, and the last findings are left out.
 */
export function storedFindings(findings: readonly SecretFinding[]): SecretFinding[] {
  const stored: SecretFinding[] = [];
  let characters = 0;
  for (const { type, path } of findings.slice(0, maxRedacted)) {
    const fits = path.length <= maxPathChars;
    const named = fits ? path : path.slice(0, Math.max(0, path.lastIndexOf("/", maxPathChars)));
    characters += named.length;
    if (characters > maxPathsChars) break;
    stored.push({ type, path: named });
  }
  return stored;
}

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
  return { said: cleaned(sent, secrets), redacted: storedFindings(findSecrets(sent, secrets)) };
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

/** Bytes of a JSON object. The sizes of the parts that the calls of a batch share are computed once. */
const bytesOf = (parts: Readonly<Record<string, object>>): number =>
  Object.entries(parts).reduce(
    (sum, [name, part]) =>
      sum + `"${name}":,`.length + (canonicalBytes(part) ?? utf8(JSON.stringify(part)).length),
    1,
  );

/** Bytes of the parts that the calls of a batch share. For other calls, even a bound takes long to compute. */
const sharedBytes = ({ subject, action, resource, args, context }: AuthorizationRequest): number =>
  [
    args,
    context,
    subject.properties,
    subject.onBehalfOf,
    action.properties,
    resource.properties,
  ].reduce<number>((sum, part) => sum + ((part && canonicalBytes(part)) ?? 0), 0);

const isTooLarge = (call: AuthorizationRequest, sent: ReturnType<typeof sentPartsOf>): boolean =>
  sharedBytes(call) > limits.policyInputBytes ||
  (maxJsonBytes(sent, limits.policyInputBytes) > limits.policyInputBytes &&
    bytesOf(sent) > limits.policyInputBytes);

/** The request, redacted; null if it is too large to store. */
export function loggedRequestOf(evaluated: SearchedCall, secrets: readonly string[]) {
  const sent = sentPartsOf(evaluated.call);
  if (isTooLarge(evaluated.call, sent)) return { said: null, redacted: [] };
  return evaluated.isFreeOfSecrets
    ? { said: sent, redacted: [] }
    : redactedRequestOf(evaluated.call, secrets);
}

/** Finds secrets in a part of a call. */
export const secretsIn = (part: unknown, { isFreeOfSecrets }: SearchedCall, secrets: readonly string[]) =>
  isFreeOfSecrets ? [] : findSecrets(part, secrets);
