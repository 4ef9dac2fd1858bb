// Binds an approval to one call: an approval permits only the call with the same digest.
import { pointerSegment } from "../../domain/values/pointer-segment.ts";
import { limits } from "../../platform/limits.ts";
import { digestOf } from "../decisions/authorize-call.ts";
import {
  type EvaluatedDecision,
  namedOf,
  redactedRequestOf,
  storedDigestsOf,
} from "../decisions/policy-decision.ts";
import type { ApprovalBinding, ApprovalRecord } from "./approval-record.ts";

/** A call and the state on which its approval depends. */
export type BoundCall = Pick<EvaluatedDecision, "call" | "policySet" | "storedOf">;

/** The context that an approval binds. It excludes `approvalId`, which only the repeated call contains. */
export function boundContext({
  approvalId: _approvalId,
  ...context
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return context;
}

/** The parts of a call's binding that an approval does not show. */
export const bindingPartsOf = (bound: BoundCall, session: boolean): ApprovalBinding => ({
  stored: storedDigestsOf(bound),
  policySet: bound.policySet.digest,
  session,
});

/**
 * The digest that binds an approval: SHA-256 of the whole call without the approval's id, the digests of the
 * stored properties, and the policy set (RFC 8785).
 *
 * @param session whether the session is part of the digest.
 */
export function bindingOf(bound: BoundCall, session: boolean): string {
  const { subject: named, action, resource, args, context } = bound.call;
  const { onBehalfOf = null, ...subject } = named;
  return digestOf({
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

/** The redacted form of an approval's call, for comparison. */
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

/** The redacted form of a call, for comparison. */
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
  // Safe: arrays are objects whose members are their elements.
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;

/** Paths at which two JSON values differ, in the order of the first value; at most `max`. */
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
 * JSON Pointers into the canonical call at which a call differs from an approval's call; at most 10. Values
 * are never shown. Empty if the calls differ only in redacted values, or if the approval has no binding.
 *
 * @param secrets known secrets: the agent's own key.
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
