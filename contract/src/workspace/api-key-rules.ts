import { type Decision, type RuleContext, unchanged } from "../platform/decision.ts";
import {
  apiKeyNotRotatable,
  notFound,
  referenceNotFound,
  rotationBeyond,
  scopeNotHeld,
} from "../platform/refusals.ts";
import { scopePresets, scopes as allScopes, type Scope } from "../platform/scopes.ts";
import { validationFailed } from "../platform/validation/validation.ts";
import { type ProjectReach, reachesAllOf } from "./access-rules.ts";
import type { CreateApiKeyBody } from "./api-keys.ts";

/** A stored API key; its secrets are stored apart. Instants are milliseconds since 1970. */
export interface ApiKeyRecord extends ProjectReach {
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** The reviewer as whom the key acts; null: none. */
  reviewer: string | null;
  /** The last four characters of the present secret. */
  last4: string;
  /** When the key stops working; null: never. */
  expiresAt: number | null;
  /** To the minute; null: never. */
  lastUsedAt: number | null;
  revokedAt: number | null;
  createdAt: number;
}

/** A request that creates, revokes or rotates a key. A command carries no secret, only the end of the new one. */
export type ApiKeyCommand =
  | { type: "create"; body: CreateApiKeyBody; last4: string }
  | { type: "revoke"; id: string }
  | { type: "rotate"; id: string; last4: string; graceSeconds: number };

/** The part of a caller that limits which keys it may create and change. */
export interface KeyHolder extends ProjectReach {
  scopes: ReadonlySet<Scope>;
}

/** What the caller has loaded, and locked where it writes. */
export interface ApiKeyState {
  caller: KeyHolder;
  /** The key of the workspace that the command names; read for `revoke` and `rotate` only. */
  apiKey: ApiKeyRecord | undefined;
  /** Those projects of the body that exist and that the caller reaches; read for `create` only. */
  projects: ReadonlySet<string>;
  /** Whether the reviewer of the body exists and the caller reaches them; read for `create` only. */
  reviewerFound: boolean;
}

/** The outcome of a command on a key. */
export interface ApiKeyDecision extends Decision<ApiKeyRecord, never, never> {
  record: ApiKeyRecord;
  /** When the secrets before this command stop working, at the latest; null: as before. */
  previousSecretsUntil: number | null;
}

type KeyContext = Pick<RuleContext, "now" | "newId">;

/**
 * Decides a command on an API key. A key can be given only what the calling key may do itself. The new secret of `create` and
 * `rotate` is to be stored with the changes.
 *
 * @throws {ApiError} For `create`: 403 for a scope that the caller lacks, then 422 for a project and for a reviewer that it
 *   cannot reach, then 400 for an expiry that is past. Otherwise 404 for a key out of reach; for `rotate` then 403 when the
 *   key has a scope that the caller lacks, and 409 when it is revoked or expired. Nothing is changed then.
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

/** A new key, as operators and `create` make them. */
export const newApiKey = (
  granted: Pick<ApiKeyRecord, "name" | "scopes" | "projects" | "reviewer" | "expiresAt" | "last4">,
  { now, newId }: KeyContext,
): ApiKeyRecord => ({
  id: newId("api_key"),
  ...granted,
  lastUsedAt: null,
  revokedAt: null,
  createdAt: now,
});

/** A new key that is restricted to nothing but its scopes and never expires. */
export const unrestrictedApiKey = (
  granted: Pick<ApiKeyRecord, "name" | "scopes" | "last4">,
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
      last4,
      expiresAt: grantedExpiry(body, context.now),
    },
    context,
  );
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

function grantedExpiry({ expires_at: text }: CreateApiKeyBody, now: number): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (at > now) return at;
  const message = `expires_at is ${JSON.stringify(text)}, which is past; it must be in the future.`;
  throw validationFailed([{ path: "/expires_at", code: "invalid_value", message }]);
}

function decideRotation(
  { apiKey, caller }: { apiKey: ApiKeyRecord; caller: KeyHolder },
  { last4, graceSeconds }: { last4: string; graceSeconds: number },
  { now }: KeyContext,
): ApiKeyDecision {
  const { id, scopes, revokedAt, expiresAt } = apiKey;
  // The secret of a key with more scopes would grant them to the caller.
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
