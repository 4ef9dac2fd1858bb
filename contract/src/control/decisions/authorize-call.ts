import { isRecord } from "../../domain/values/is-record.ts";
import { type AuthorizeBody, authorizeShape } from "./authorize-input.ts";
import { actionShape, entityShape, subjectShape } from "../hierarchy/decision-entities.ts";
import {
  ignoredContextMembers,
  type OnBehalfOf,
  type PolicyEntity,
  type PolicyRequest,
} from "../../domain/policy/baseline/policy-case.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import type { PolicyWarning } from "../../domain/policy/verdict.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import { cut } from "../../wire/http/quote.ts";
import { toolCallOf } from "../../wire/decisions/digested-input.ts";

/** A request for a decision in normalized form: subject, action and resource. */
export interface AuthorizationRequest extends Omit<PolicyRequest, "facts"> {
  session: string | null;
  /** Warnings about ignored members of the request. */
  warnings: readonly PolicyWarning[];
}

const maxNamed = 20;

/** A warning that names ignored members. @param pointers not empty. */
function ignoredMembers(code: string, pointers: readonly string[], why: string): PolicyWarning {
  const more = pointers.length > maxNamed ? ` and ${pointers.length - maxNamed} more` : "";
  const named = pointers.slice(0, maxNamed).map((pointer) => cut(pointer, 100));
  return { policyId: null, code, message: `${named.join(", ")}${more}: ignored, ${why}.` };
}

/** The warning about members of `context` that policies never see, if there are any. */
function contextWarnings(context: Readonly<Record<string, unknown>>): PolicyWarning[] {
  const sent = ignoredContextMembers.filter((name) => Object.hasOwn(context, name));
  if (sent.length === 0) return [];
  const pointers = sent.map((name) => jsonPointer(["context", name]));
  return [ignoredMembers("context_member_ignored", pointers, "policies see the service's own values")];
}

const knownMembers: readonly [name: "subject" | "action" | "resource" | null, known: object][] = [
  [null, authorizeShape],
  ["subject", subjectShape],
  ["action", actionShape],
  ["resource", entityShape],
];

/** The warning about unknown members of a body, if there are any. */
function unknownMembers(body: AuthorizeBody): PolicyWarning[] {
  const pointers = knownMembers.flatMap(([part, known]) =>
    Object.keys((part === null ? body : body[part]) ?? {})
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => jsonPointer(part === null ? [name] : [part, name])),
  );
  return pointers.length === 0
    ? []
    : [ignoredMembers("unknown_member", pointers, "not a member of a request")];
}

const entityOf = ({ type, id, properties, parents = [] }: PolicyEntity): PolicyEntity => ({
  type,
  id,
  ...(properties && { properties }),
  ...(parents.length > 0 && { parents }),
});

/**
 * A subject and its chain of principals. Absent members are omitted from the subject and from each principal.
 */
const withChain = ({ onBehalfOf, ...entity }: OnBehalfOf): OnBehalfOf => ({
  ...entityOf(entity),
  ...(onBehalfOf && { onBehalfOf: withChain(onBehalfOf) }),
});

const chains = new WeakMap<OnBehalfOf, OnBehalfOf>();

/** A chain in normalized form: the same object for the same chain, because its size is cached with it. */
export function chainOf(chain: OnBehalfOf): OnBehalfOf {
  const known = chains.get(chain) ?? withChain(chain);
  chains.set(chain, known);
  return known;
}

const subjects = new WeakMap<OnBehalfOf, OnBehalfOf>();

/**
 * A subject in normalized form: the same object for the same subject with a chain, because its findings are cached with
 * it.
 */
function subjectOf(subject: OnBehalfOf): OnBehalfOf {
  if (!subject.onBehalfOf) return entityOf(subject);
  const known = subjects.get(subject) ?? { ...entityOf(subject), onBehalfOf: chainOf(subject.onBehalfOf) };
  subjects.set(subject, known);
  return known;
}

const contexts = new WeakMap<object, AuthorizationRequest["context"]>();

/** A context without `args`: the same object for the same context, because its hosts are cached with it. */
export function withoutArgs(context: AuthorizationRequest["context"]): AuthorizationRequest["context"] {
  if (!Object.hasOwn(context, "args")) return context;
  const { args: _args, ...rest } = context;
  const known = contexts.get(context) ?? rest;
  contexts.set(context, known);
  return known;
}

/**
 * An evaluation in normalized form. Arguments come from `args` or `context.args`. If a request contains both
 * and they differ, the validation refuses it.
 */
export function callOfEvaluation(
  { subject, action, resource }: Pick<AuthorizationRequest, "subject" | "action" | "resource">,
  { args, context = {}, session }: Partial<Pick<AuthorizeBody, "args" | "context" | "session">>,
): AuthorizationRequest {
  const { args: within } = context;
  const rest = withoutArgs(context);
  return {
    subject: subjectOf(subject),
    action: { name: action.name, ...(action.properties && { properties: action.properties }) },
    resource: entityOf(resource),
    args: args ?? (isRecord(within) ? within : {}),
    context: rest,
    session: session ?? null,
    warnings: contextWarnings(rest),
  };
}

/** A validated request body in normalized form. The caller has checked that `bodyIssues` finds no issues. */
export function callOfBody(body: AuthorizeBody, keyAgent: KeyAgent): AuthorizationRequest {
  const { agentId = keyAgent ?? "", tool = "", subject, action, resource } = body;
  const named = subject && action && resource ? { subject, action, resource } : toolCallOf(agentId, tool);
  const call = callOfEvaluation(named, body);
  return { ...call, warnings: [...unknownMembers(body), ...call.warnings] };
}

/** The requesting agent; null if the subject is not an agent. */
export const agentOf = ({ subject }: Pick<AuthorizationRequest, "subject">): string | null =>
  subject.type === "agent" ? subject.id : null;

/** The estimated cost of a call; 0 if not given. */
export const costOf = ({ context }: Pick<AuthorizationRequest, "context">): number => {
  const { cost } = context;
  return typeof cost === "number" && cost >= 0 ? cost : 0;
};

/** The approval that a call names. */
export const approvalIdOf = ({ context }: Pick<AuthorizationRequest, "context">): string | undefined => {
  const { approvalId } = context;
  return typeof approvalId === "string" ? approvalId : undefined;
};

/** Whether the caller accepts arguments that a policy has changed. */
export const supportsTransform = ({ context }: Pick<AuthorizationRequest, "context">): boolean => {
  const { supports } = context;
  return Array.isArray(supports) && supports.includes("transform");
};
