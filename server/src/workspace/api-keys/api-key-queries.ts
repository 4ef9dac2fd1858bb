import type { Knex } from "knex";
import type { Reach } from "../access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored API key; its secrets stand apart, as hashes. */
export interface ApiKeyRow extends Dated {
  name: string;
  scopes: string[];
  projects: string[] | null;
  /** The reviewer as whom the key acts; null: none. */
  reviewer_id: string | null;
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
  "last4",
  "expires_at",
  "last_used_at",
  "revoked_at",
  "created_at",
];

/** Stores a key. */
export async function insertApiKey(tx: Knex, row: ApiKeyRow & { workspace_id: string }): Promise<void> {
  await tx("api_keys").insert(row);
}

/** Lets a secret (by its hash) stand for a key; without end. */
export async function insertSecret(
  tx: Knex,
  row: { key_hash: Buffer; workspace_id: string; api_key_id: string },
): Promise<void> {
  await tx("api_key_secrets").insert({ ...row, valid_until: null });
}

/** Ends every present secret of a key at an instant, those that end before it excepted. */
export async function endSecrets(
  tx: Knex,
  key: { workspaceId: string; id: string },
  validUntil: Date,
): Promise<void> {
  await tx("api_key_secrets")
    .where({ workspace_id: key.workspaceId, api_key_id: key.id })
    .whereRaw("coalesce(valid_until, 'infinity') > ?", [validUntil])
    .update({ valid_until: validUntil });
}

/** A key, locked until the transaction ends, or undefined. */
export async function lockApiKey(tx: Knex, workspaceId: string, id: string): Promise<ApiKeyRow | undefined> {
  return tx("api_keys").where({ workspace_id: workspaceId, id }).forUpdate().first(columns);
}

/** Changes a key and gives it back. */
export async function updateApiKey(
  tx: Knex,
  key: { workspaceId: string; id: string },
  change: Partial<Pick<ApiKeyRow, "revoked_at" | "last4">>,
): Promise<ApiKeyRow> {
  const rows: ApiKeyRow[] = await tx("api_keys")
    .where({ workspace_id: key.workspaceId, id: key.id })
    .update(change)
    .returning(columns);
  const [row] = rows;
  if (!row) throw new Error(`API key ${key.id} is gone`);
  return row;
}

/** Keys newest first, one more than the page shows; a restricted caller sees those within its projects. */
export async function listApiKeys(
  db: Knex,
  reach: Reach,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<ApiKeyRow[]> {
  const query = db("api_keys").where({ workspace_id: reach.workspaceId }).select(columns);
  if (reach.projects) query.whereRaw("projects <@ ?::uuid[]", [[...reach.projects]]);
  return newestFirst(query, page.limit, page.position);
}
