// Binds an approval to one call: an approval permits only the call with the same digest.
import { pointerSegment } from "../../domain/values/paths/pointer-segment.ts";
import { limits } from "../../platform/limits.ts";
import { digestOfJson } from "../json-digest.ts";
import { type EvaluatedDecision, storedDigestsOf } from "../decisions/policy-decision.ts";
import { namedOf, redactedRequestOf } from "../decisions/logged/logged-request.ts";
import type { ApprovalBinding, ApprovalRecord } from "./approval-record.ts";

/** A call, and the state on which an approval of the call depends. */
export type BoundCall = Pick<EvaluatedDecision, "call" | "policySet" | "storedOf">;

/**
 * Returns the part of a context that an approval binds: all except `approvalId`, which only the repeated call
 * contains.
 */
export function boundContext({
  approvalId: _approvalId,
  ...context
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return context;
}

/** Returns the inputs of a call's binding digest that responses with the approval do not show. */
export const bindingPartsOf = (bound: BoundCall, session: boolean): ApprovalBinding => ({
  stored: storedDigestsOf(bound),
  policySet: bound.policySet.digest,
  session,
});

/**
 * The digest that binds an approval to a call. It is SHA-256 of the RFC 8785 form of the whole call without
 * the approval's id, of the digests of the stored properties, and of the policy set.
 *
 * @param session whether the session is part of the digest.
 */
export function bindingOf(bound: BoundCall, session: boolean): string {
  const { subject: named, action, resource, args, context } = bound.call;
  const { onBehalfOf = null, ...subject } = named;
  return digestOfJson({
    v: 2,
    subject,
    action,
    resource,
    stored: storedDigestsOf(bound),
    args,
    context: boundContext(context),
    onBehalfOf,
    ...(session && { session: bound.call.session }),
    policySet: bound.policySet.digest,
  });
}

/** Whether an approval was requested for exactly this call. */
export const bindsCall = ({ binding, actionDigest }: ApprovalRecord, bound: BoundCall): boolean =>
  binding !== null && actionDigest === bindingOf(bound, binding.session);

const withProperties = (entity: object, properties: unknown) => ({ ...entity, properties });

/** Returns an approval's call in the redacted form in which calls are compared. */
const formOfApproval = (approval: ApprovalRecord, { stored, policySet, session }: ApprovalBinding) => ({
  subject: withProperties(approval.subject, approval.subjectProperties),
  action: withProperties(approval.action, approval.actionProperties),
  resource: withProperties(approval.resource, approval.resourceProperties),
  args: approval.args,
  context: approval.context,
  onBehalfOf: approval.onBehalfOf,
  ...(session && { session: approval.session }),
  stored,
  policySet,
});

/** Returns a call in the redacted form in which it is compared with an approval's call. */
function formOfCall(bound: BoundCall, isSessionBound: boolean, secrets: readonly string[]) {
  const { subject, action, resource, session } = namedOf(bound.call, secrets);
  const { said: logged } = redactedRequestOf(bound.call, secrets);
  return {
    subject: withProperties(subject, logged.subjectProperties),
    action: withProperties(action, logged.actionProperties),
    resource: withProperties(resource, logged.resourceProperties),
    args: logged.args,
    context: boundContext(logged.context),
    onBehalfOf: logged.onBehalfOf ?? null,
    ...(isSessionBound && { session }),
    stored: storedDigestsOf(bound),
    policySet: bound.policySet.digest,
  };
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  // Safe: an array is also an object, whose members are the array's elements.
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;

/** Finds at most `max` paths at which two JSON values differ, in the order of the first value. */
function differencesOf(one: unknown, other: unknown, max: number): string[] {
  const open = [{ path: "", one, other }];
  const found: string[] = [];
  for (let next = open.pop(); next && found.length < max; next = open.pop()) {
    const { path } = next;
    const [left, right] = [membersOf(next.one), membersOf(next.other)];
    if (!left || !right || Array.isArray(left) !== Array.isArray(right)) {
      if (!Object.is(next.one, next.other)) found.push(path);
      continue;
    }
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    for (const name of names.toReversed()) {
      const member = (value: typeof left): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
      open.push({ path: `${path}/${pointerSegment(name)}`, one: member(left), other: member(right) });
    }
  }
  return found;
}

/** Maximum length of a path in a message, in characters. */
const maxPathCharacters = 200;

/**
 * Finds where a call differs from an approval's call. Returns at most 10 JSON Pointers into the canonical
 * call, and never values. The list is empty if only redacted values differ, or if the approval has no
 * binding.
 *
 * @param secrets the known secrets: the agent's own key, if it has one.
 */
export function bindingDifferences(
  approval: ApprovalRecord,
  bound: BoundCall,
  secrets: readonly string[],
): string[] {
  const { binding } = approval;
  if (binding === null) return [];
  const [before, now] = [formOfApproval(approval, binding), formOfCall(bound, binding.session, secrets)];
  return differencesOf(before, now, limits.approvalDifferences).map((path) =>
    path.length > maxPathCharacters ? `${path.slice(0, maxPathCharacters)}…` : path,
  );
}
