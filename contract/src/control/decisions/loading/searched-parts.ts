// The parts of a call in which hosts and secrets are searched.
import type { PolicyEntity } from "../../../domain/policy/baseline/policy-case.ts";
import type { CallPart } from "../../../domain/policy/search/call-secrets.ts";
import type { AuthorizationRequest } from "../authorize-call.ts";

/**
 * The values in which hosts are searched. The id of a tool is left out, because it is never an address. The parts are
 * not named: every text in a member `resource` would be searched, because this name contains `source`.
 */
export const destinationsOf = ({ args, action, resource }: AuthorizationRequest) => [
  args,
  action.properties ?? {},
  resource.type === "tool" ? {} : { id: resource.id },
  resource.properties ?? {},
];

/** Whether a call names an approval. */
export const hasApprovalId = ({ context }: AuthorizationRequest): boolean =>
  Object.hasOwn(context, "approvalId");

/** An entity or an action without its properties, and its properties, which other calls may share. */
function partsOf(path: string, owner: Partial<Pick<PolicyEntity, "properties">>): CallPart[] {
  const { properties, ...value } = owner;
  const own = { path, owner, value };
  return properties ? [own, { path: `${path}/properties`, owner: properties, value: properties }] : [own];
}

/** The values in which secrets are searched: the call without its warnings and `context.approvalId`. */
export function searchedParts(call: AuthorizationRequest): CallPart[] {
  const { subject, action, resource, args, context, session } = call;
  const { approvalId: _approvalId, ...others } = context;
  const searched = hasApprovalId(call) ? others : context;
  const named = { session };
  return [
    ...partsOf("/subject", subject),
    ...partsOf("/action", action),
    ...partsOf("/resource", resource),
    { path: "/args", owner: args, value: args },
    { path: "/context", owner: context, value: searched },
    { path: "", owner: named, value: named },
  ];
}
