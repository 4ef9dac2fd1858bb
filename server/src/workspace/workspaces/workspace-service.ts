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

type Parts = Pick<PlatformDeps, "database" | "now" | "newId" | "hashSecret">;

/** Makes a workspace. */
export async function createWorkspace(
  tx: Tx,
  deps: Pick<PlatformDeps, "now" | "newId">,
  name: string,
): Promise<WorkspaceRow> {
  const row = { id: deps.newId(), name, created_at: deps.now() };
  await tx("workspaces").insert(row);
  return row;
}

/** Every workspace, oldest first. */
export async function listWorkspaces(db: Knex): Promise<WorkspaceRow[]> {
  return db("workspaces").select("id", "name", "created_at").orderBy(["created_at", "id"]);
}

/** Makes a key with every scope of a workspace. @returns its secret, which is stored nowhere. */
export async function createAdminKey(
  tx: Tx,
  deps: Pick<PlatformDeps, "now" | "newId" | "hashSecret">,
  key: { workspaceId: string; name: string; secret?: string },
): Promise<string> {
  return (await issueApiKey(tx, deps, { ...key, scopes })).secret;
}

/**
 * What a first start needs: on an empty database a workspace `default` with an admin key; and the key of
 * `ASSAY_BOOTSTRAP_API_KEY`, when given, in the oldest workspace, unless it was ever there.
 *
 * @returns the secret of a key that was just made up; it is shown this once.
 */
export async function bootstrap(deps: Parts, given: string | undefined): Promise<string | undefined> {
  return inTransaction(deps.database, async (tx) => {
    // One process at a time: several may start on an empty database together.
    await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay bootstrap', 0))");
    const [oldest] = await listWorkspaces(tx);
    const workspace = oldest ?? (await createWorkspace(tx, deps, "default"));
    const name = "First key";
    if (given === undefined) {
      return oldest ? undefined : createAdminKey(tx, deps, { workspaceId: workspace.id, name });
    }
    const known: unknown = await tx("api_key_secrets")
      .where({ key_hash: deps.hashSecret(given) })
      .first("api_key_id");
    if (!known) await createAdminKey(tx, deps, { workspaceId: workspace.id, name, secret: given });
    return undefined;
  });
}

/** Makes a further admin key of the oldest workspace: for who administers this machine. @returns its secret. */
export async function issueAdminKey(deps: Parts, name: string): Promise<string> {
  return inTransaction(deps.database, async (tx) => {
    const [oldest] = await listWorkspaces(tx);
    if (!oldest) throw new Error("There is no workspace yet.");
    return createAdminKey(tx, deps, { workspaceId: oldest.id, name });
  });
}
