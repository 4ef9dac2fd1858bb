// Determines which subjects a caller may name. A bound API key may be used only for its own agent.
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
 * The issues of members that must not be sent for the agent of a bound API key. The service itself knows this
 * agent.
 *
 * @param path the path of the agent in the request.
 */
function sentIssues(agent: Named, path: readonly (string | number)[]): Issue[] {
  const sent = (["properties", "parents"] as const).filter((name) => (agent[name] ?? null) !== null);
  const message = "must not be sent with a bound API key";
  return sent.map((name) => ({ code: "custom", path: [...path, name], message }));
}

/** The entities that a request names. */
interface NamedEntities {
  subject?: Named | undefined;
  resource?: Named | undefined;
}

function refuseOther(
  { type = "agent", id }: Named,
  keyAgent: string,
  path: readonly (string | number)[],
): void {
  if (type !== "agent" || (id ?? keyAgent) !== keyAgent) throw agentMismatch(keyAgent, `/${path.join("/")}`);
}

/**
 * The faults of the entities that a caller names. If the resource is the agent itself, the members of the
 * resource also count as members of the principal.
 *
 * @param path the path of the request, for example `["evaluations", 1]`.
 * @throws {ApiError} 403 `agent_mismatch` if the API key is bound to an agent other than the subject.
 */
export function entityIssues(
  { subject = {}, resource }: NamedEntities,
  keyAgent: KeyAgent,
  path: readonly (string | number)[] = [],
): Issue[] {
  if (keyAgent === null) return [];
  refuseOther(subject, keyAgent, [...path, "subject"]);
  const isOwn = resource?.type === "agent" && (resource.id ?? keyAgent) === keyAgent;
  return [
    ...sentIssues(subject, [...path, "subject"]),
    ...(isOwn ? sentIssues(resource, [...path, "resource"]) : []),
  ];
}

/**
 * The faults of a validated request that depend on the caller: `agentId` is required unless the API key is
 * bound to an agent.
 *
 * @param path the path of the item in a batch; empty for a single request.
 * @throws {ApiError} 403 `agent_mismatch` if the API key is bound to another agent.
 */
export function bodyIssues(
  { subject, resource, tool, agentId }: Pick<AuthorizeBody, "subject" | "resource" | "tool" | "agentId">,
  keyAgent: KeyAgent,
  path: readonly (string | number)[] = [],
): Issue[] {
  if (tool === undefined) return entityIssues({ subject, resource }, keyAgent, path);
  if (keyAgent !== null) refuseOther({ id: agentId }, keyAgent, [...path, "agentId"]);
  if (agentId !== undefined || keyAgent !== null) return [];
  return [{ code: "custom", path: [...path, "agentId"], message: "is required" }];
}

function refuseIssues(issues: readonly Issue[], input: unknown): void {
  if (issues.length > 0)
    throw validationFailed(fieldErrors(issues, { input, where: "body", isPrivate: true }));
}

/** Refuses entities that the caller must not name. @throws {ApiError} 403 `agent_mismatch`, or 400. */
export const refuseEntities = (entities: NamedEntities, keyAgent: KeyAgent): void =>
  refuseIssues(entityIssues(entities, keyAgent), entities);

/** The call of a request. @throws {ApiError} 403 `agent_mismatch`, or 400. */
export function callFrom(body: AuthorizeBody, keyAgent: KeyAgent): AuthorizationRequest {
  refuseIssues(bodyIssues(body, keyAgent), body);
  return callOfBody(body, keyAgent);
}
