// An API key can be bound to an agent. It can then be used for this agent only.
import type { ApiError } from "../platform/errors.ts";
import { refusal } from "../platform/validation/validation.ts";
import { quoted } from "../wire/http/quote.ts";

/** The agent to which the caller's API key is bound; null if the key is not bound. */
export type KeyAgent = string | null;

/**
 * 403: the request concerns an agent other than the agent of the API key. The message does not quote the
 * other agent.
 */
export const agentMismatch = (keyAgent: string, path: string): ApiError =>
  refusal("agent_mismatch", [
    {
      path,
      code: "agent_mismatch",
      message: `The API key is bound to the agent ${quoted(keyAgent)}; it must not be used for a subject other than this agent.`,
    },
  ]);

/**
 * Requires that a request concerns the agent of a bound API key. Any value other than the id of this agent
 * counts as another agent.
 *
 * @throws {ApiError} 403 `agent_mismatch`.
 */
export function requireKeyAgent(keyAgent: KeyAgent, agentId: unknown, path: string): void {
  if (keyAgent !== null && agentId !== keyAgent) throw agentMismatch(keyAgent, path);
}
