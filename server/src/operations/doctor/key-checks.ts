import { counted } from "@assay/contract/domain";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { listWrappings } from "../../platform/secrets/key-wrapping.ts";
import { loadKeyring, requireKeys } from "../../platform/secrets/load-keyring.ts";
import { WrongKey } from "../../platform/secrets/wrapped-keys.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/**
 * Checks that the key-encryption keys open the database. This check runs first, because the other database
 * checks are skipped if the key is wrong.
 *
 * @returns undefined if the keys open the database, or if the database cannot be read.
 */
export async function findWrongKey({ knex }: Database, config: Config): Promise<Finding | undefined> {
  try {
    await requireKeys(knex, config);
    return undefined;
  } catch (error) {
    // Any other error also occurs in one of the database checks, and that check explains it.
    if (!(error instanceof WrongKey)) return undefined;
    return fail(
      "keys",
      error.message,
      config.secretKeys === undefined
        ? `Copy this database's \`secret-keys\` file to ${config.dataDir}.`
        : "Set ASSAY_SECRET_KEYS to the right keys. Look for them where you keep the keys of your backups.",
    );
  }
}

/** Maximum number of workspaces that a finding names. */
const maxNamed = 10;

/** Returns the finding for damaged keys of workspaces; undefined if no key is damaged. */
async function findDamagedKeys({ knex }: Database, config: Config): Promise<Finding | undefined> {
  const { damaged } = await requireKeys(knex, config);
  if (damaged.length === 0) return undefined;
  const ids = damaged.slice(0, maxNamed).map(({ workspaceId }) => workspaceId);
  const rows: { id: string; name: string }[] = await knex("workspaces")
    .whereIn("id", ids)
    .orderBy("name")
    .select("id", "name");
  const more = damaged.length > maxNamed ? `, and ${damaged.length - maxNamed} more` : "";
  return fail(
    "keys",
    `The stored key of ${counted(damaged.length, "workspace")} is damaged: ${rows.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(", ")}${more}. Requests that need the secrets of such a workspace fail.`,
    "Restore a backup that was made before the damage. All remaining workspaces work.",
  );
}

/**
 * Checks that the stored keys can be opened and are wrapped with the newest key-encryption key, and that a
 * signing key is active.
 */
export async function checkStoredKeys(database: Database, config: Config): Promise<Finding> {
  const damaged = await findDamagedKeys(database, config);
  if (damaged) return damaged;
  const { knex } = database;
  const [newest] = loadKeyring(config);
  const wrappings = await listWrappings(knex);
  const count = wrappings.reduce((sum, { keys }) => sum + keys, 0);
  const older = wrappings.filter(({ version }) => version !== newest.version);
  if (older.length > 0)
    return warn(
      "keys",
      `Keys older than ${JSON.stringify(newest.version)} still encrypt ${older.reduce((sum, one) => sum + one.keys, 0)} of ${counted(count, "stored key")}.`,
      "When every process has the newest key in ASSAY_SECRET_KEYS, run `assay-server rotate`.",
    );
  const signing = await knex("signing_keys").where({ status: "active" }).first("kid");
  const admins = await knex("api_keys").whereNull("revoked_at").count({ count: "*" }).first();
  const has = `${counted(count, "stored key")}, all encrypted with ${JSON.stringify(newest.version)}`;
  if (Number(admins?.["count"] ?? 0) === 0)
    return warn(
      "keys",
      `${has}; all API keys are revoked.`,
      "Create one: `assay-server keys create --name … --preset admin`.",
    );
  if (!config.apis.includes("control")) return ok("keys", `${has}.`);
  return ok("keys", `${has}; ${signing ? "a signing key is active" : "no checkpoint has been signed"}.`);
}
