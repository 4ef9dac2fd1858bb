import {
  apiKeyNotRotatable,
  notFound,
  rotationBeyond,
  scopeNotHeld,
} from "@assay/contract/platform/refusals";
import {
  scopePresets,
  scopes as allScopes,
  type Scope,
  type ScopePreset,
} from "@assay/contract/platform/scopes";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { newApiKeySecret } from "../platform/state/mock-secrets.ts";
import { instant, instantOrNull, newestFirst, pageOf } from "../platform/http/paging.ts";
import { referredProject } from "./reach.ts";
import type { ApiKeyRow, WorkspaceCall, WorkspaceCaller, WorkspaceHandlers } from "./workspace-tables.ts";

const toWire = (row: ApiKeyRow) => ({
  id: row.id,
  object: "api_key" as const,
  name: row.name,
  scopes: [...row.scopes],
  projects: row.projects && [...row.projects],
  reviewer: row.reviewer,
  last4: row.last4,
  expires_at: instantOrNull(row.expiresAt),
  last_used_at: instantOrNull(row.lastUsedAt),
  revoked_at: instantOrNull(row.revokedAt),
  created_at: instant(row.createdAt),
});

/** What the routes of API keys need of other wings. */
export interface ApiKeyParts {
  /** A reviewer whom a body names, of the same mock. @throws {ApiError} 422. */
  referredReviewer(caller: WorkspaceCaller, id: string, path: string): { id: string };
}

/** What a new key is asked to be; exactly one of scopes and preset is given. */
interface NewApiKey {
  name: string;
  scopes?: readonly Scope[] | undefined;
  preset?: ScopePreset | undefined;
  projects?: readonly string[] | undefined;
  reviewer?: string | undefined;
  expires_at?: string | undefined;
}

/** Whether a restricted caller may see or change a key: only one within its own projects. */
function withinCaller({ projects }: ApiKeyRow, caller: WorkspaceCaller): boolean {
  return (
    caller.projects === null || (projects?.every((project) => caller.projects?.includes(project)) ?? false)
  );
}

function grantedScopes({ scopes, preset }: NewApiKey, caller: WorkspaceCaller): Scope[] {
  const asked = [...new Set(preset ? scopePresets[preset] : scopes)];
  const missing = asked.findIndex((scope) => !caller.scopes.has(scope));
  const beyond = asked[missing];
  if (beyond !== undefined) throw scopeNotHeld(beyond, preset ? "/preset" : `/scopes/${missing}`);
  return asked;
}

function grantedProjects({ projects }: NewApiKey, caller: WorkspaceCaller): readonly string[] | null {
  if (!projects) return caller.projects;
  return [...new Set(projects.map((id, index) => referredProject(caller, id, `/projects/${index}`).id))];
}

function expiryOf({ expires_at: text }: NewApiKey, now: number): number | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (at > now) return at;
  const message = `expires_at is ${JSON.stringify(text)}, which is past; it must be in the future.`;
  throw validationFailed([{ path: "/expires_at", code: "invalid_value", message }]);
}

function createKey(
  { caller, clock, newId, tables }: WorkspaceCall,
  asked: NewApiKey,
  { secret, parts }: { secret: string; parts: ApiKeyParts },
): ApiKeyRow {
  const row: ApiKeyRow = {
    id: newId("api_key"),
    name: asked.name,
    scopes: grantedScopes(asked, caller),
    projects: grantedProjects(asked, caller),
    reviewer:
      asked.reviewer === undefined ? null : parts.referredReviewer(caller, asked.reviewer, "/reviewer").id,
    last4: secret.slice(-4),
    expiresAt: expiryOf(asked, clock.now()),
    lastUsedAt: null,
    revokedAt: null,
    createdAt: clock.now(),
  };
  caller.workspace.apiKeys.set(row.id, row);
  tables.secrets.set(secret, { workspace: caller.workspace, apiKey: row, validUntil: null });
  return row;
}

function getKey(caller: WorkspaceCaller, id: string): ApiKeyRow {
  const row = caller.workspace.apiKeys.get(id);
  if (!row || !withinCaller(row, caller)) throw notFound("api_key", id);
  return row;
}

function rotateKey(
  { caller, clock, tables }: WorkspaceCall,
  { id, graceSeconds, secret }: { id: string; graceSeconds: number; secret: string },
) {
  const row = getKey(caller, id);
  const now = clock.now();
  const beyond = allScopes.find((scope) => row.scopes.includes(scope) && !caller.scopes.has(scope));
  if (beyond !== undefined) throw rotationBeyond(id, beyond);
  if (row.revokedAt !== null) throw apiKeyNotRotatable(id, "revoked");
  if (row.expiresAt !== null && row.expiresAt <= now) throw apiKeyNotRotatable(id, "expired");
  const previousUntil = now + graceSeconds * 1000;
  for (const known of tables.secrets.values()) {
    if (known.apiKey === row) known.validUntil = Math.min(known.validUntil ?? Infinity, previousUntil);
  }
  tables.secrets.set(secret, { workspace: caller.workspace, apiKey: row, validUntil: null });
  row.last4 = secret.slice(-4);
  return { row, previousUntil };
}

/** The routes of API keys. */
export const apiKeyHandlers = (parts: ApiKeyParts): WorkspaceHandlers<"apiKeys"> => ({
  create: ({ body }, call) =>
    call.commit(async () => {
      const secret = await newApiKeySecret();
      return { status: 201, body: { ...toWire(createKey(call, body, { secret, parts })), secret } };
    }),
  list: ({ query }, { caller }) => {
    const rows = [...caller.workspace.apiKeys.values()].filter((row) => withinCaller(row, caller));
    return {
      status: 200,
      body: pageOf(rows, query, { list: "api_keys", filter: {}, toWire, ...newestFirst }),
    };
  },
  revoke: ({ params }, { caller, clock, commit }) =>
    commit(() => {
      const row = getKey(caller, params.id);
      row.revokedAt ??= clock.now();
      return { status: 200, body: toWire(row) };
    }),
  rotate: ({ params, body }, call) =>
    call.commit(async () => {
      const secret = await newApiKeySecret();
      const asked = { id: params.id, graceSeconds: body.grace_seconds, secret };
      const { row, previousUntil } = rotateKey(call, asked);
      return {
        status: 200,
        body: { ...toWire(row), secret, previous_secret_expires_at: instant(previousUntil) },
      };
    }),
});
