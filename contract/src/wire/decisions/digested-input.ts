// The part of a call that the digest of a decision covers, by which a caller recognizes the decision on its own call.
// Imports no schema, because the client of the SDK imports this file.
import { toolCallAction } from "../../domain/policy/baseline/policy-case.ts";
import { canonicalize } from "../json/canonical-json.ts";

/** The entities of a tool call that an agent makes, as the short form of a request states them. */
export const toolCallOf = (agentId: string, tool: string) => ({
  subject: { type: "agent", id: agentId },
  action: { name: toolCallAction },
  resource: { type: "tool", id: tool },
});

/** The parts of a call that its digest covers. The context is without `args`. */
interface DigestedCall {
  subject: object;
  action: object;
  resource: object;
  args: object;
  context: object;
}

/**
 * The value of which a decision's `inputDigest` is the digest: SHA-256 of its RFC 8785 form, in lower-case hexadecimal.
 * The session of the call is not part of it.
 */
export const digestedInput = ({ subject, action, resource, args, context }: DigestedCall): object => ({
  action,
  args,
  context,
  resource,
  subject,
});

/**
 * The text of which the `inputDigest` of the decision on an agent's tool call is the digest (RFC 8785).
 *
 * @param args the arguments of the call, as JSON represents them.
 * @throws {CanonicalJsonError} for values that JSON cannot represent.
 */
export function toolCallText(
  { agentId, tool }: { agentId: string; tool: string },
  args: object,
  // In a valid request, this member equals the arguments.
  { args: _args, ...context }: Readonly<Record<string, unknown>>,
): string {
  return canonicalize(digestedInput({ ...toolCallOf(agentId, tool), args, context }));
}
