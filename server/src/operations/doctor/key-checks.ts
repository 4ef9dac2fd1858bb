import { counted } from "@assay/contract/domain";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { listWrappings } from "../../platform/secrets/key-wrapping.ts";
import { loadKeyring } from "../../platform/secrets/load-keyring.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Checks that the key-encryption keys decrypt the stored keys, and that a signing key is active. */
export async function checkKeys({ knex }: Database, config: Config): Promise<Finding> {
  const keyring = loadKeyring(config.secretKeys, config.dataDir);
  const wrappings = await listWrappings(knex, keyring);
  const [newest] = keyring;
  const count = wrappings.reduce((sum, { keys }) => sum + keys, 0);
  const closed = wrappings.filter(({ unreadable }) => unreadable > 0);
  if (closed.length > 0)
    return fail(
      "keys",
      `${closed.reduce((sum, one) => sum + one.unreadable, 0)} of ${counted(count, "stored key")} cannot be decrypted (encrypted with ` +
        `${closed.map(({ version }) => JSON.stringify(version)).join(", ")}).`,
      config.secretKeys === undefined
        ? `Copy this database's \`secret-keys\` file to ${config.dataDir}.`
        : "Append the keys of these versions to ASSAY_SECRET_KEYS. Look for them where you keep the keys of your backups.",
    );
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
