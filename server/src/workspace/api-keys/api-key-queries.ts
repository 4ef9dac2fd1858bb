import { formatId } from "@assay/contract/platform/ids";
import type { Scope } from "@assay/contract/platform/scopes";
import type { ApiKeyRecord } from "@assay/contract/workspace/api-key-rules";
import { withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../access/reach.ts";
import { lockWorkspace } from "../access/workspace-limit-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored API key; its secrets are stored separately, as hashes. */
interface StoredApiKey extends Dated {
  name: string;
  scopes: string[];
  projects: string[] | null;
  reviewer_id: string | null;
  agent: string | null;
  last4: string;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const columns = [
  "id",
  "name",
  "scopes",
  "projects",
  "reviewer_id",
  "agent",
  "last4",
  "expires_at",
  "last_used_at",
  "revoked_at",
  "created_at",
];

const recordOf = (row: StoredApiKey): ApiKeyRecord => ({
  id: formatId("api_key", row.id),
  name: row.name,
  // Only scopes that the contract defines are ever stored.
  scopes: row.scopes as Scope[],
  projects: row.projects && row.projects.map((project) => formatId("project", project)),
  reviewer: row.reviewer_id && formatId("reviewer", row.reviewer_id),
  agent: row.agent,
  last4: row.last4,
  expiresAt: row.expires_at && row.expires_at.getTime(),
  lastUsedAt: row.last_used_at && row.last_used_at.getTime(),
  revokedAt: row.revoked_at && row.revoked_at.getTime(),
  createdAt: row.created_at.getTime(),
});

/**
 * Maps the value of a nullable column, and returns null and undefined unchanged. A column whose value is
 * undefined is not set.
 */
const nullable = <T extends object | string | number, U>(
  value: T | null | undefined,
  map: (value: T) => U,
): U | null | undefined => (value === null || value === undefined ? value : map(value));
const dateOf = (at: number): Date => new Date(at);

const valuesOf = (members: Partial<ApiKeyRecord>) => {
  const { id, projects, reviewer, expiresAt, lastUsedAt, revokedAt, createdAt, ...rest } = members;
  return withoutAbsent({
    ...rest,
    id: nullable(id, (text) => uuidOf("api_key", text)),
    projects: nullable(projects, (ids) => ids.map((project) => uuidOf("project", project))),
    reviewer_id: nullable(reviewer, (text) => uuidOf("reviewer", text)),
    expires_at: nullable(expiresAt, dateOf),
    last_used_at: nullable(lastUsedAt, dateOf),
    revoked_at: nullable(revokedAt, dateOf),
    created_at: nullable(createdAt, dateOf),
  });
};

/** Stores a key. */
export async function insertApiKey(tx: Tx, workspaceId: string, apiKey: ApiKeyRecord): Promise<void> {
  await tx("api_keys").insert({ ...valuesOf(apiKey), workspace_id: workspaceId });
}

/** The database key of an API key. */
interface ApiKeyName {
  workspaceId: string;
  id: string;
}

const ofKey = ({ workspaceId, id }: ApiKeyName) => ({
  workspace_id: workspaceId,
  api_key_id: uuidOf("api_key", id),
});

/** Stores the hash of an API key's secret, which is valid as long as the API key. */
export async function insertSecret(tx: Tx, key: ApiKeyName, keyHash: Buffer): Promise<void> {
  await tx("api_key_secrets").insert({ ...ofKey(key), key_hash: keyHash, valid_until: null });
}

/**
 * Sets the expiry time of every secret of an API key to `until` (milliseconds since 1970). If a secret
 * expires earlier, its expiry time does not change.
 */
export async function expireSecrets(tx: Tx, key: ApiKeyName, until: number): Promise<void> {
  const validUntil = new Date(until);
  await tx("api_key_secrets")
    .where(ofKey(key))
    .whereRaw("coalesce(valid_until, 'infinity') > ?", [validUntil])
    .update({ valid_until: validUntil });
}

/** Returns an API key by its UUID; undefined if it does not exist. */
export async function findApiKey(
  db: Knex,
  workspaceId: string,
  uuid: string,
): Promise<ApiKeyRecord | undefined> {
  const row: StoredApiKey | undefined = await db("api_keys")
    .where({ workspace_id: workspaceId, id: uuid })
    .first(columns);
  return row && recordOf(row);
}

/** Returns an API key by its UUID, locked until the transaction ends; undefined if it does not exist. */
export async function lockApiKey(
  tx: Tx,
  workspaceId: string,
  uuid: string,
): Promise<ApiKeyRecord | undefined> {
  const row: StoredApiKey | undefined = await tx("api_keys")
    .where({ workspace_id: workspaceId, id: uuid })
    .forUpdate()
    .first(columns);
  return row && recordOf(row);
}

/**
 * Returns the number of keys that are neither revoked nor expired. Other transactions that count the workspace's keys or
 * evaluations wait until this transaction ends.
 */
export async function countActiveKeys(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  await lockWorkspace(tx, workspaceId);
  const row = await tx("api_keys")
    .where({ workspace_id: workspaceId })
    .whereNull("revoked_at")
    .whereRaw("coalesce(expires_at, 'infinity') > ?", [now])
    .count({ n: "*" })
    .first();
  return Number(row?.["n"] ?? 0);
}

/** Updates a locked key. */
export async function updateApiKey(
  tx: Tx,
  { workspaceId, id }: ApiKeyName,
  set: Partial<ApiKeyRecord>,
): Promise<void> {
  const count = await tx("api_keys")
    .where({ workspace_id: workspaceId, id: uuidOf("api_key", id) })
    .update(valuesOf(set));
  if (count !== 1) throw new Error(`API key ${id} was deleted while it was locked.`);
}

/** Revokes the API keys that are bound to an agent. */
export async function revokeAgentKeys(
  tx: Tx,
  { workspaceId, agent, now }: { workspaceId: string; agent: string; now: number },
): Promise<void> {
  await tx("api_keys")
    .where({ workspace_id: workspaceId, agent })
    .whereNull("revoked_at")
    .update({ revoked_at: new Date(now) });
}

/**
 * Lists API keys, newest first, with one more row than the page size. A caller that is restricted to projects
 * sees only keys that are restricted to these projects.
 */
export async function listApiKeys(
  db: Knex,
  reach: Reach,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<ApiKeyRecord[]> {
  const query = db("api_keys").where({ workspace_id: reach.workspaceId }).select(columns);
  if (reach.projects) query.whereRaw("projects <@ ?::uuid[]", [[...reach.projects]]);
  const rows: StoredApiKey[] = await newestFirst(query, page.limit, page.position);
  return rows.map(recordOf);
}
