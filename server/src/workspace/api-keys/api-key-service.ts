import {
  apiKeyNotRotatable,
  notFound,
  referenceNotFound,
  rotationBeyond,
  scopeNotHeld,
} from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import {
  scopePresets,
  scopes as allScopes,
  type Scope,
  type ScopePreset,
} from "@assay/contract/platform/scopes";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import type { Knex } from "knex";
import type { Reach } from "../access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { referredProjects } from "../projects/project-service.ts";
import { newSecret } from "../../platform/secrets/api-key-secret.ts";
import {
  type ApiKeyRow,
  endSecrets,
  insertApiKey,
  insertSecret,
  lockApiKey,
  updateApiKey,
} from "./api-key-queries.ts";

/** What a new key is asked to be; exactly one of scopes and preset is given. */
export interface NewApiKey {
  name: string;
  scopes?: readonly Scope[] | undefined;
  preset?: ScopePreset | undefined;
  projects?: readonly string[] | undefined;
  reviewer?: string | undefined;
  expires_at?: string | undefined;
}

/** Looks up a reviewer that the caller can reach, by UUID. */
export type FindReviewer = (db: Knex, reach: Reach, id: string) => Promise<{ id: string } | undefined>;

/** The dependencies of creating a key for a caller. */
export interface CreateApiKeyDeps extends Pick<PlatformDeps, "now" | "newId" | "hashSecret"> {
  findReviewer: FindReviewer;
}

/** A key with the secret that was just made for it. */
export interface KeyWithSecret {
  row: ApiKeyRow;
  secret: string;
}

/**
 * Makes a key that may do no more than the key that asks for it.
 *
 * @throws {ApiError} 403 when a scope is asked for that the caller lacks; 422 for a project or reviewer the caller cannot reach;
 *   400 when it would have expired already.
 */
export async function createApiKey(
  tx: Tx,
  deps: CreateApiKeyDeps,
  caller: Caller,
  asked: NewApiKey,
): Promise<KeyWithSecret> {
  const scopes = [...new Set(asked.preset ? scopePresets[asked.preset] : (asked.scopes ?? []))];
  const missing = scopes.findIndex((scope) => !caller.scopes.has(scope));
  const beyond = scopes[missing];
  if (beyond !== undefined) throw scopeNotHeld(beyond, asked.preset ? "/preset" : `/scopes/${missing}`);
  const secret = newSecret();
  const row: ApiKeyRow = {
    id: deps.newId(),
    name: asked.name,
    scopes,
    projects: await reachableProjects(tx, caller, asked.projects),
    reviewer_id: await reachableReviewer(tx, deps, caller, asked.reviewer),
    last4: secret.slice(-4),
    expires_at: futureInstant(asked.expires_at, deps.now()),
    last_used_at: null,
    revoked_at: null,
    created_at: deps.now(),
  };
  await storeApiKey(tx, deps, { workspaceId: caller.workspaceId, row, secret });
  return { row, secret };
}

/** Makes a key that is restricted to nothing but its scopes and never expires, as operators make them. */
export async function issueApiKey(
  tx: Tx,
  deps: Pick<PlatformDeps, "now" | "newId" | "hashSecret">,
  asked: { workspaceId: string; name: string; scopes: readonly Scope[]; secret?: string },
): Promise<KeyWithSecret> {
  const { workspaceId, name, scopes } = asked;
  const secret = asked.secret ?? newSecret();
  const row: ApiKeyRow = {
    id: deps.newId(),
    name,
    scopes: [...scopes],
    projects: null,
    reviewer_id: null,
    last4: secret.slice(-4),
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
    created_at: deps.now(),
  };
  await storeApiKey(tx, deps, { workspaceId, row, secret });
  return { row, secret };
}

async function storeApiKey(
  tx: Tx,
  deps: Pick<PlatformDeps, "hashSecret">,
  { workspaceId, row, secret }: { workspaceId: string; row: ApiKeyRow; secret: string },
): Promise<void> {
  await insertApiKey(tx, { ...row, workspace_id: workspaceId });
  await insertSecret(tx, {
    key_hash: deps.hashSecret(secret),
    workspace_id: workspaceId,
    api_key_id: row.id,
  });
}

/** Revokes a key; again changes nothing. The caller's process forgets it at once, others within 5 seconds. */
export async function revokeApiKey(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  publicId: string,
): Promise<ApiKeyRow> {
  const { id, row } = await lockReachable(tx, reach, publicId);
  if (row.revoked_at) return row;
  return updateApiKey(tx, { workspaceId: reach.workspaceId, id }, { revoked_at: deps.now() });
}

/**
 * Gives a key a new secret; the old one works on until the grace is over.
 *
 * @throws {ApiError} 403 when the key may do something that the caller may not: its secret would be a way around that;
 *   409 when it is revoked or expired.
 */
export async function rotateApiKey(
  tx: Tx,
  deps: PlatformDeps,
  caller: Caller,
  { publicId, graceSeconds }: { publicId: string; graceSeconds: number },
): Promise<KeyWithSecret & { previousUntil: Date }> {
  const { id, row } = await lockReachable(tx, caller, publicId);
  const beyond = allScopes.find((scope) => row.scopes.includes(scope) && !caller.scopes.has(scope));
  if (beyond !== undefined) throw rotationBeyond(publicId, beyond);
  const now = deps.now();
  if (row.revoked_at) throw apiKeyNotRotatable(publicId, "revoked");
  if (row.expires_at && row.expires_at <= now) throw apiKeyNotRotatable(publicId, "expired");
  const key = { workspaceId: caller.workspaceId, id };
  const previousUntil = new Date(now.getTime() + graceSeconds * 1000);
  const secret = newSecret();
  await endSecrets(tx, key, previousUntil);
  await insertSecret(tx, {
    key_hash: deps.hashSecret(secret),
    workspace_id: caller.workspaceId,
    api_key_id: id,
  });
  return { row: await updateApiKey(tx, key, { last4: secret.slice(-4) }), secret, previousUntil };
}

/** A key of the workspace; a restricted caller reaches only keys within its own projects. */
async function lockReachable(
  tx: Tx,
  reach: Reach,
  publicId: string,
): Promise<{ id: string; row: ApiKeyRow }> {
  const id = parseId("api_key", publicId);
  const row = id && (await lockApiKey(tx, reach.workspaceId, id));
  if (!id || !row || !isWithin(row, reach)) throw notFound("api_key", publicId);
  return { id, row };
}

/** Whether a key reaches no further than the caller: the only keys that a restricted caller may see or change. */
function isWithin(row: ApiKeyRow, { projects }: Reach): boolean {
  if (projects === null) return true;
  return row.projects !== null && row.projects.every((project) => projects.includes(project));
}

async function reachableProjects(
  tx: Tx,
  caller: Caller,
  asked: readonly string[] | undefined,
): Promise<string[] | null> {
  if (asked) return referredProjects(tx, caller, asked);
  return caller.projects && [...caller.projects];
}

async function reachableReviewer(
  tx: Tx,
  { findReviewer }: CreateApiKeyDeps,
  caller: Caller,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null;
  const id = parseId("reviewer", asked);
  const reviewer = id && (await findReviewer(tx, caller, id));
  if (!reviewer) throw referenceNotFound("reviewer", asked, "/reviewer");
  return reviewer.id;
}

function futureInstant(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const instant = new Date(text);
  if (instant > now) return instant;
  const message = `expires_at is ${JSON.stringify(text)}, which is past; it must be in the future.`;
  throw validationFailed([{ path: "/expires_at", code: "invalid_value", message }]);
}
