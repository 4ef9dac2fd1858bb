// Which subjects a caller may name. A bound API key is used for its agent only.
import { type KeyAgent, agentMismatch } from "../../workspace/key-agent.ts";
import { fieldErrors, validationFailed } from "../../platform/validation/validation.ts";
import { type AuthorizationRequest, callOfBody } from "./authorize-call.ts";
import type { AuthorizeBody } from "./authorize-input.ts";

/** The caller of a decision. */
export interface DecisionCaller {
  /** Id of the API key. */
  keyId: string;
  keyAgent: KeyAgent;
}

/** A fault of a request, as validation reports it. */
type Issue = { code: "custom"; path: (string | number)[]; message: string };

interface Named {
  type?: string | undefined;
  id?: string | undefined;
  properties?: unknown;
  parents?: unknown;
}

/**
 * The members of a subject that must not be sent with a bound API key, because the service itself knows the
 * agent.
 *
 * @param path of the subject.
 */
function sentIssues(subject: Named, path: readonly (string | number)[]): Issue[] {
  const sent = (["properties", "parents"] as const).filter((name) => (subject[name] ?? null) !== null);
  const message = "must not be sent with a bound API key";
  return sent.map((name) => ({ code: "custom", path: [...path, name], message }));
}

/**
 * The faults of a subject that the caller names.
 *
 * @param path of the subject, for example `["evaluations", 1, "subject"]`.
 * @throws {ApiError} 403 `agent_mismatch` if the API key is bound to an agent other than the subject.
 */
export function subjectIssues(
  subject: Named,
  keyAgent: KeyAgent,
  path: readonly (string | number)[] = ["subject"],
): Issue[] {
  if (keyAgent === null) return [];
  const { type = "agent", id = keyAgent } = subject;
  if (type !== "agent" || id !== keyAgent) throw agentMismatch(keyAgent, `/${path.join("/")}`);
  return sentIssues(subject, path);
}

/**
 * The faults of a validated request that depend on the caller: `agentId` is required, unless the API key is
 * bound to an agent.
 *
 * @param path of the request: empty, or that of an item.
 * @throws {ApiError} 403 `agent_mismatch`.
 */
export function bodyIssues(
  { subject, tool, agentId }: Pick<AuthorizeBody, "subject" | "tool" | "agentId">,
  keyAgent: KeyAgent,
  path: readonly (string | number)[] = [],
): Issue[] {
  if (tool === undefined) return subjectIssues(subject ?? {}, keyAgent, [...path, "subject"]);
  if (agentId !== undefined || keyAgent !== null)
    return subjectIssues({ type: "agent", id: agentId }, keyAgent, [...path, "agentId"]);
  return [{ code: "custom", path: [...path, "agentId"], message: "is required" }];
}

function refuseIssues(issues: readonly Issue[], input: unknown): void {
  if (issues.length > 0)
    throw validationFailed(fieldErrors(issues, { input, where: "body", isPrivate: true }));
}

/** Refuses a subject that the caller must not name so. @throws {ApiError} 403 `agent_mismatch`, or 400. */
export const refuseSubject = (subject: Named, keyAgent: KeyAgent): void =>
  refuseIssues(subjectIssues(subject, keyAgent), { subject });

/** The call of a request. @throws {ApiError} 403 `agent_mismatch`, or 400. */
export function callFrom(body: AuthorizeBody, keyAgent: KeyAgent): AuthorizationRequest {
  refuseIssues(bodyIssues(body, keyAgent), body);
  return callOfBody(body, keyAgent);
}
