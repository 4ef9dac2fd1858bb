import type { Knex } from "knex";
import { scopes } from "@assay/contract/platform/scopes";
import { issueApiKey } from "../api-keys/api-key-service.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** A stored workspace. */
export interface WorkspaceRow {
  id: string;
  name: string;
  created_at: Date;
}

/** The functions of the evidence logs that the creation of a workspace calls. */
interface NewLogs {
  evidence: { heads: { sealFirst: (tx: Tx, workspaceId: string) => Promise<void> } };
}

type Parts = Pick<PlatformDeps, "database" | "now" | "newId" | "hashSecret"> & NewLogs;

/** Creates a workspace, with the sealed record of its empty log. */
export async function createWorkspace(
  tx: Tx,
  deps: Pick<PlatformDeps, "now" | "newId"> & NewLogs,
  name: string,
): Promise<WorkspaceRow> {
  const row = { id: deps.newId(), name, created_at: deps.now() };
  await tx("workspaces").insert(row);
  await deps.evidence.heads.sealFirst(tx, row.id);
  return row;
}

/** Lists all workspaces, oldest first. */
export async function listWorkspaces(db: Knex): Promise<WorkspaceRow[]> {
  return db("workspaces").select("id", "name", "created_at").orderBy(["created_at", "id"]);
}

/** Returns a workspace; undefined if it does not exist. */
export async function findWorkspace(db: Knex, id: string): Promise<WorkspaceRow | undefined> {
  return db("workspaces").where({ id }).first("id", "name", "created_at");
}

/** Creates an API key with every scope. @returns its secret, which is not stored. */
export async function createAdminKey(
  tx: Tx,
  deps: Pick<PlatformDeps, "now" | "newId" | "hashSecret">,
  key: { workspaceId: string; name: string; secret?: string },
): Promise<string> {
  return (await issueApiKey(tx, deps, { ...key, scopes })).secret;
}

/**
 * Prepares the first start. On an empty database, creates the workspace `default` with an admin key. If
 * `ASSAY_BOOTSTRAP_API_KEY` is set, adds its value as an API key to the oldest workspace, unless an earlier
 * start has already added this key.
 *
 * @returns the secret of the generated API key, which is shown only once.
 */
export async function bootstrap(deps: Parts, given: string | undefined): Promise<string | undefined> {
  return inTransaction(deps.database, async (tx) => {
    // Serializes processes that start concurrently on an empty database.
    await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay bootstrap', 0))");
    const [oldest] = await listWorkspaces(tx);
    const workspace = oldest ?? (await createWorkspace(tx, deps, "default"));
    const name = "First key";
    if (given === undefined) {
      return oldest ? undefined : createAdminKey(tx, deps, { workspaceId: workspace.id, name });
    }
    const existing: unknown = await tx("api_key_secrets")
      .where({ key_hash: deps.hashSecret(given) })
      .first("api_key_id");
    if (!existing) await createAdminKey(tx, deps, { workspaceId: workspace.id, name, secret: given });
    return undefined;
  });
}

/**
 * Creates an additional admin key in the oldest workspace, for the operator of this machine.
 *
 * @returns its secret.
 */
export async function issueAdminKey(deps: Omit<Parts, "evidence">, name: string): Promise<string> {
  return inTransaction(deps.database, async (tx) => {
    const [oldest] = await listWorkspaces(tx);
    if (!oldest) throw new Error("No workspace exists.");
    return createAdminKey(tx, deps, { workspaceId: oldest.id, name });
  });
}
