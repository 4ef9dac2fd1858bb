import type { AuthorizeBody } from "./authorize-input.ts";
import {
  type PolicyEntity,
  type PolicyRequest,
  toolCallAction,
} from "../../domain/policy/baseline/policy-case.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { digestOfText } from "../../wire/crypto/sha256.ts";

/** A request for a decision in normalized form: subject, action and resource. */
export interface AuthorizationRequest extends Omit<PolicyRequest, "facts"> {
  session: string | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const entityOf = ({ type, id, properties }: PolicyEntity): PolicyEntity => ({
  type,
  id,
  ...(properties && { properties }),
});

/** An evaluation in normalized form; arguments come from `args` or `context.args`. */
export function callOfEvaluation(
  { subject, action, resource }: Pick<AuthorizationRequest, "subject" | "action" | "resource">,
  { args, context = {}, session }: Partial<Pick<AuthorizeBody, "args" | "context" | "session">>,
): AuthorizationRequest {
  const { args: within, ...rest } = context;
  const apart = args === undefined && isRecord(within);
  return {
    subject: entityOf(subject),
    action: { name: action.name, ...(action.properties && { properties: action.properties }) },
    resource: entityOf(resource),
    args: apart ? within : (args ?? {}),
    context: apart ? rest : context,
    session: session ?? null,
  };
}

/** A request body in normalized form. */
export function callOfBody(body: AuthorizeBody): AuthorizationRequest {
  const { agentId = "", tool = "", subject, action, resource } = body;
  if (subject && action && resource) return callOfEvaluation({ subject, action, resource }, body);
  const short = {
    subject: { type: "agent", id: agentId },
    action: { name: toolCallAction },
    resource: { type: "tool", id: tool },
  };
  return callOfEvaluation(short, { ...body, args: body.args ?? {} });
}

/** The requesting agent; null: the subject is not an agent. */
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

/** Whether the caller supports changed arguments. */
export const supportsTransform = ({ context }: Pick<AuthorizationRequest, "context">): boolean => {
  const { supports } = context;
  return Array.isArray(supports) && supports.includes("transform");
};

/** SHA-256 of the RFC 8785 form of a value. */
export const digestOf = (value: unknown): string => digestOfText(canonicalize(value));

/**
 * The digest of a call: SHA-256 of subject, action, resource, arguments and context (RFC 8785). @param by a
 * faster hash function.
 */
export const inputDigestOf = (
  { subject, action, resource, args, context }: AuthorizationRequest,
  by: (value: unknown) => string = digestOf,
): string => by({ action, args, context, resource, subject });
