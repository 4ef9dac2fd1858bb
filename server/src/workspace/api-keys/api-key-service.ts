import {
  type ApiKeyCommand,
  type ApiKeyDecision,
  type ApiKeyRecord,
  type ApiKeyState,
  decideApiKey,
  unrestrictedApiKey,
} from "@assay/contract/workspace/api-key-rules";
import { formatId, type IdKind, parseId } from "@assay/contract/platform/ids";
import type { Scope } from "@assay/contract/platform/scopes";
import type { Knex } from "knex";
import type { Reach } from "../access/reach.ts";
import {
  appendsNothing,
  commitDecision,
  emitsNothing,
  neverChanges,
} from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newSecret } from "../../platform/secrets/api-key-secret.ts";
import { reachedProjects } from "../projects/project-service.ts";
import {
  countActiveKeys,
  expireSecrets,
  insertApiKey,
  insertSecret,
  lockApiKey,
  updateApiKey,
} from "./api-key-queries.ts";

/** Looks up a reviewer that the caller can access, by UUID. */
type FindReviewer = (db: Knex, reach: Reach, id: string) => Promise<{ id: string } | undefined>;

/**
 * Returns whether an agent exists. The function must prevent the deletion of the agent until the transaction
 * ends.
 */
type HasAgent = (tx: Tx, workspaceId: string, id: string) => Promise<boolean>;

type Parts = Pick<PlatformDeps, "now" | "newId" | "hashSecret">;

/** A caller that creates and changes keys. */
export interface ApiKeyCaller extends Reach {
  scopes: ReadonlySet<Scope>;
}

/** The functions that look up the reviewer and the agent of a new key. */
export interface CreateApiKeyDeps extends Parts {
  findReviewer: FindReviewer;
  hasAgent: HasAgent;
}

/** An API key with its new secret. */
export interface KeyWithSecret {
  apiKey: ApiKeyRecord;
  secret: string;
}

const last4 = (secret: string): string => secret.slice(-4);

/**
 * Creates an API key with at most the permissions of the calling key.
 *
 * @throws {ApiError} the refusals that `decideApiKey` returns.
 */
export async function createApiKey(
  tx: Tx,
  deps: CreateApiKeyDeps,
  { caller, body }: { caller: ApiKeyCaller; body: CreateBody },
): Promise<KeyWithSecret> {
  const secret = newSecret();
  const loaded = {
    apiKey: undefined,
    projects: await reachedProjects(tx, caller, body.projects ?? []),
    reviewerFound: await reachesReviewer(tx, deps, { caller, reviewer: body.reviewer }),
    agentFound: body.agent !== undefined && (await deps.hasAgent(tx, caller.workspaceId, body.agent)),
  };
  const state = { ...loaded, activeKeys: await countActiveKeys(tx, caller.workspaceId, deps.now()) };
  const command = { type: "create", body, last4: last4(secret) } as const;
  const { record } = await change(tx, deps, { caller, loaded: state, command, secret });
  return { apiKey: record, secret };
}

type CreateBody = Extract<ApiKeyCommand, { type: "create" }>["body"];

/**
 * Creates an API key for operators: it is restricted only by its scopes and its agent, and never expires.
 *
 * @param issued `agent` must exist until the transaction ends.
 */
export async function issueApiKey(
  tx: Tx,
  deps: Parts,
  issued: {
    workspaceId: string;
    name: string;
    scopes: readonly Scope[];
    agent?: string | undefined;
    secret?: string;
  },
): Promise<KeyWithSecret> {
  const { workspaceId, name, scopes, agent = null, secret = newSecret() } = issued;
  const apiKey = unrestrictedApiKey({ name, scopes, agent, last4: last4(secret) }, contextOf(deps));
  await insertApiKey(tx, workspaceId, apiKey);
  await insertSecret(tx, { workspaceId, id: apiKey.id }, deps.hashSecret(secret));
  return { apiKey, secret };
}

/**
 * Revokes an API key. The revocation takes effect immediately in this process, and within 5 seconds in other
 * processes.
 *
 * @throws {ApiError} 404.
 */
export async function revokeApiKey(
  tx: Tx,
  deps: Parts,
  { reach, id }: { reach: Reach; id: string },
): Promise<ApiKeyRecord> {
  const caller = { ...reach, scopes: new Set<Scope>() };
  const loaded = await lockNamed(tx, reach, id);
  const { record } = await change(tx, deps, { caller, loaded, command: { type: "revoke", id } });
  return record;
}

/**
 * Creates a new secret for an API key. Earlier secrets stay valid until the end of the grace period.
 *
 * @throws {ApiError} the refusals that `decideApiKey` returns.
 */
export async function rotateApiKey(
  tx: Tx,
  deps: Parts,
  { caller, id, graceSeconds }: { caller: ApiKeyCaller; id: string; graceSeconds: number },
): Promise<{ decision: ApiKeyDecision; secret: string }> {
  const secret = newSecret();
  const loaded = await lockNamed(tx, caller, id);
  const command = { type: "rotate", id, graceSeconds, last4: last4(secret) } as const;
  return { decision: await change(tx, deps, { caller, loaded, command, secret }), secret };
}

/**
 * Evaluates a command and stores the resulting changes. If the command creates a secret, also stores its
 * hash.
 */
async function change(
  tx: Tx,
  deps: Parts,
  step: {
    caller: ApiKeyCaller;
    loaded: Omit<ApiKeyState, "caller">;
    command: ApiKeyCommand;
    secret?: string;
  },
): Promise<ApiKeyDecision> {
  const { caller, loaded, command, secret } = step;
  const { workspaceId } = caller;
  const projects = caller.projects && caller.projects.map((project) => formatId("project", project));
  const state = { ...loaded, caller: { scopes: caller.scopes, projects } };
  const decision = decideApiKey(state, command, contextOf(deps));
  await commitDecision(decision, {
    insert: (apiKey) => insertApiKey(tx, workspaceId, apiKey),
    update: (id, set) => updateApiKey(tx, { workspaceId, id }, set),
    delete: neverChanges,
    append: appendsNothing,
    emit: emitsNothing,
  });
  const key = { workspaceId, id: decision.record.id };
  if (decision.previousSecretsUntil !== null) await expireSecrets(tx, key, decision.previousSecretsUntil);
  if (secret !== undefined) await insertSecret(tx, key, deps.hashSecret(secret));
  return decision;
}

const contextOf = ({ now, newId }: Parts) => ({
  now: now().getTime(),
  newId: (kind: IdKind) => formatId(kind, newId()),
});

async function lockNamed(
  tx: Tx,
  { workspaceId }: Reach,
  named: string,
): Promise<Omit<ApiKeyState, "caller">> {
  const uuid = parseId("api_key", named);
  const apiKey = uuid === undefined ? undefined : await lockApiKey(tx, workspaceId, uuid);
  return { apiKey, projects: new Set(), reviewerFound: false, agentFound: false, activeKeys: 0 };
}

async function reachesReviewer(
  tx: Tx,
  { findReviewer }: CreateApiKeyDeps,
  { caller, reviewer }: { caller: Reach; reviewer: string | undefined },
): Promise<boolean> {
  const uuid = reviewer === undefined ? undefined : parseId("reviewer", reviewer);
  return uuid !== undefined && (await findReviewer(tx, caller, uuid)) !== undefined;
}
