import { type Decision, type RuleContext, unchanged } from "../platform/decision.ts";
import {
  agentReferenceNotFound,
  apiKeyNotRotatable,
  notFound,
  referenceNotFound,
  rotationBeyond,
  scopeNotHeld,
} from "../platform/refusals.ts";
import { workspaceLimits } from "../platform/requests/workspace-limits.ts";
import { tooManyApiKeys } from "../platform/requests/load-refusals.ts";
import { scopePresets, scopes as allScopes, type Scope } from "../platform/scopes.ts";
import { validationFailed } from "../platform/validation/validation.ts";
import { type ProjectReach, reachesAllOf } from "./access-rules.ts";
import type { CreateApiKeyBody } from "./api-keys.ts";

/** A stored API key. Its secrets are stored separately. Times are in milliseconds since 1970. */
export interface ApiKeyRecord extends ProjectReach {
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** The reviewer for whom the key acts; null if there is none. */
  reviewer: string | null;
  /** The agent to which the key is bound; null if it is not bound. */
  agent: string | null;
  /** The last four characters of the current secret. */
  last4: string;
  /** When the key expires; null if it does not expire. */
  expiresAt: number | null;
  /** When the key was last used, to the minute; null if it was never used. */
  lastUsedAt: number | null;
  revokedAt: number | null;
  createdAt: number;
}

/**
 * A command that creates, revokes or rotates a key. Commands do not contain secrets, only the last characters
 * of the new secret.
 */
export type ApiKeyCommand =
  | { type: "create"; body: CreateApiKeyBody; last4: string }
  | { type: "revoke"; id: string }
  | { type: "rotate"; id: string; last4: string; graceSeconds: number };

/** The properties of a caller that limit which keys the caller can create and change. */
export interface KeyHolder extends ProjectReach {
  scopes: ReadonlySet<Scope>;
}

/** The stored state that the command needs. The caller loads the state, and also locks it before a write. */
export interface ApiKeyState {
  caller: KeyHolder;
  /** The key in the command. Only `revoke` and `rotate` use this. */
  apiKey: ApiKeyRecord | undefined;
  /** The projects in the body that the caller can access. Only `create` uses this. */
  projects: ReadonlySet<string>;
  /** Whether the caller can access the reviewer in the body. Only `create` uses this. */
  reviewerFound: boolean;
  /** Whether the agent in the body exists. Only `create` uses this. */
  agentFound: boolean;
  /** Number of the workspace's active keys. Only `create` uses this. */
  activeKeys: number;
}

/** The outcome of an API key command. */
export interface ApiKeyDecision extends Decision<ApiKeyRecord, never, never> {
  record: ApiKeyRecord;
  /** Latest expiry time of the secrets that existed before this command; null if it does not change. */
  previousSecretsUntil: number | null;
}

type KeyContext = Pick<RuleContext, "now" | "newId">;

/**
 * Decides an API key command. A key never gets more access than the calling key has. For `create` and
 * `rotate`, the new secret must be stored together with the changes.
 *
 * @throws {ApiError} for `create`: 403 for a scope that the caller lacks, then 422 for an inaccessible
 *   project or reviewer or an unknown agent, then 400 for an expiry time in the past, then 409 if the
 *   workspace has its maximum number of active keys. For `revoke` and
 *   `rotate`: 404 for an inaccessible key. For `rotate`, then 403 if the key has a scope that the caller
 *   lacks, and 409 if the key is revoked or expired. On an error, nothing changes.
 */
export function decideApiKey(
  state: ApiKeyState,
  command: ApiKeyCommand,
  context: KeyContext,
): ApiKeyDecision {
  if (command.type === "create") return decideCreate(state, command, context);
  const { apiKey, caller } = state;
  if (!apiKey || !reachesAllOf(caller, apiKey)) throw notFound("api_key", command.id);
  if (command.type === "rotate") return decideRotation({ apiKey, caller }, command, context);
  if (apiKey.revokedAt !== null) return { ...unchanged(apiKey), record: apiKey, previousSecretsUntil: null };
  return changeKey(apiKey, { revokedAt: context.now }, null);
}

/** Whether a key can be used: it is neither revoked nor expired. */
export const isActiveKey = (
  { revokedAt, expiresAt }: Pick<ApiKeyRecord, "revokedAt" | "expiresAt">,
  now: number,
): boolean => revokedAt === null && (expiresAt === null || expiresAt > now);

/** Creates the record of a new key. Used by operator commands and by `create`. */
export const newApiKey = (
  granted: Pick<ApiKeyRecord, "name" | "scopes" | "projects" | "reviewer" | "agent" | "expiresAt" | "last4">,
  { now, newId }: KeyContext,
): ApiKeyRecord => ({
  id: newId("api_key"),
  ...granted,
  lastUsedAt: null,
  revokedAt: null,
  createdAt: now,
});

/**
 * Creates the record of a new key that does not expire and is restricted only by its scopes and its agent.
 */
export const unrestrictedApiKey = (
  granted: Pick<ApiKeyRecord, "name" | "scopes" | "agent" | "last4">,
  context: KeyContext,
): ApiKeyRecord => newApiKey({ ...granted, projects: null, reviewer: null, expiresAt: null }, context);

function decideCreate(
  state: ApiKeyState,
  { body, last4 }: { body: CreateApiKeyBody; last4: string },
  context: KeyContext,
): ApiKeyDecision {
  const record = newApiKey(
    {
      name: body.name,
      scopes: grantedScopes(body, state.caller),
      projects: grantedProjects(body, state),
      reviewer: grantedReviewer(body, state),
      agent: grantedAgent(body, state),
      last4,
      expiresAt: grantedExpiry(body, context.now),
    },
    context,
  );
  if (state.activeKeys >= workspaceLimits.apiKeysPerWorkspace)
    throw tooManyApiKeys(workspaceLimits.apiKeysPerWorkspace);
  return {
    record,
    changes: [{ op: "insert", record }],
    evidence: [],
    events: [],
    previousSecretsUntil: null,
  };
}

function grantedScopes({ scopes, preset }: CreateApiKeyBody, caller: KeyHolder): Scope[] {
  const requested = [...new Set(preset ? scopePresets[preset] : (scopes ?? []))];
  const missing = requested.findIndex((scope) => !caller.scopes.has(scope));
  const beyond = requested[missing];
  if (beyond !== undefined) throw scopeNotHeld(beyond, preset ? "/preset" : `/scopes/${missing}`);
  return requested;
}

function grantedProjects({ projects }: CreateApiKeyBody, state: ApiKeyState): readonly string[] | null {
  if (!projects) return state.caller.projects;
  for (const [index, project] of projects.entries())
    if (!state.projects.has(project)) throw referenceNotFound("project", project, `/projects/${index}`);
  return [...new Set(projects)];
}

function grantedReviewer({ reviewer }: CreateApiKeyBody, { reviewerFound }: ApiKeyState): string | null {
  if (reviewer === undefined) return null;
  if (!reviewerFound) throw referenceNotFound("reviewer", reviewer, "/reviewer");
  return reviewer;
}

function grantedAgent({ agent }: CreateApiKeyBody, { agentFound }: ApiKeyState): string | null {
  if (agent === undefined) return null;
  if (!agentFound) throw agentReferenceNotFound(agent, "/agent");
  return agent;
}

function grantedExpiry({ expires_at: text }: CreateApiKeyBody, now: number): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (at > now) return at;
  const message = `expires_at is ${JSON.stringify(text)}, which is in the past; it must be in the future.`;
  throw validationFailed([{ path: "/expires_at", code: "invalid_value", message }]);
}

function decideRotation(
  { apiKey, caller }: { apiKey: ApiKeyRecord; caller: KeyHolder },
  { last4, graceSeconds }: { last4: string; graceSeconds: number },
  { now }: KeyContext,
): ApiKeyDecision {
  const { id, scopes, revokedAt, expiresAt } = apiKey;
  // Otherwise the new secret would give the caller the key's additional scopes.
  const beyond = allScopes.find((scope) => scopes.includes(scope) && !caller.scopes.has(scope));
  if (beyond !== undefined) throw rotationBeyond(id, beyond);
  if (revokedAt !== null) throw apiKeyNotRotatable(id, "revoked");
  if (expiresAt !== null && expiresAt <= now) throw apiKeyNotRotatable(id, "expired");
  return changeKey(apiKey, { last4 }, now + graceSeconds * 1000);
}

const changeKey = (
  apiKey: ApiKeyRecord,
  set: Partial<ApiKeyRecord>,
  previousSecretsUntil: number | null,
): ApiKeyDecision => ({
  record: { ...apiKey, ...set },
  changes: [{ op: "update", id: apiKey.id, set }],
  evidence: [],
  events: [],
  previousSecretsUntil,
});
