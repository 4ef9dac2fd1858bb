import { counted } from "@assay/contract/domain";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { listWrappings } from "../../platform/secrets/key-wrapping.ts";
import { loadKeyring } from "../../platform/secrets/load-keyring.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Whether the key-encryption keys open what is stored, and a key signs. */
export async function checkKeys({ knex }: Database, config: Config): Promise<Finding> {
  const keyring = loadKeyring(config.secretKeys, config.dataDir);
  const wrappings = await listWrappings(knex, keyring);
  const [newest] = keyring;
  const count = wrappings.reduce((sum, { keys }) => sum + keys, 0);
  const closed = wrappings.filter(({ unreadable }) => unreadable > 0);
  if (closed.length > 0)
    return fail(
      "keys",
      `${closed.reduce((sum, one) => sum + one.unreadable, 0)} of ${counted(count, "key")} at rest cannot be opened; wrapped by ` +
        `${closed.map(({ version }) => JSON.stringify(version)).join(", ")}.`,
      config.secretKeys === undefined
        ? `Put the \`secret-keys\` file that belongs to this database into ${config.dataDir}.`
        : "Add the keys of these versions to the end of ASSAY_SECRET_KEYS; they are where you keep what backups need.",
    );
  const older = wrappings.filter(({ version }) => version !== newest.version);
  if (older.length > 0)
    return warn(
      "keys",
      `${older.reduce((sum, one) => sum + one.keys, 0)} of ${counted(count, "key")} at rest wrapped by an older one than ${JSON.stringify(newest.version)}.`,
      "When every process has the newest key in ASSAY_SECRET_KEYS, run `assay-server rotate`.",
    );
  const signing = await knex("signing_keys").where({ status: "active" }).first("kid");
  const admins = await knex("api_keys").whereNull("revoked_at").count({ count: "*" }).first();
  const has = `${counted(count, "key")} at rest, all wrapped by ${JSON.stringify(newest.version)}`;
  if (Number(admins?.["count"] ?? 0) === 0)
    return warn(
      "keys",
      `${has}; there is no API key that is not revoked.`,
      "Make one: `assay-server keys create --name … --preset admin`.",
    );
  return ok("keys", `${has}; ${signing ? "a signing key is active" : "no checkpoint was signed yet"}.`);
}
