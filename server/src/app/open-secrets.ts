import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/db/connection/connect.ts";
import type { Logger } from "../platform/log.ts";
import { storeFingerprints } from "../platform/secrets/key-wrapping.ts";
import { loadKeyring, requireKeys } from "../platform/secrets/load-keyring.ts";
import { SecretBox } from "../platform/secrets/secret-box.ts";

/**
 * First checks that the keys open the database, and then prepares the schema. If the key of a workspace is
 * damaged, only requests that need its secrets fail. This is logged.
 *
 * @throws {WrongKey} if the keys do not open the database; nothing was changed.
 */
export async function openSecrets(
  { database: { knex }, config, log }: { database: Database; config: Config; log: Logger },
  prepareSchema: () => Promise<unknown>,
): Promise<{ secrets: SecretBox; pepper: Buffer }> {
  const { stored, damaged } = await requireKeys(knex, config);
  await prepareSchema();
  const keyring = loadKeyring(config);
  await storeFingerprints(knex, keyring, stored);
  for (const { workspaceId, message: detail } of damaged)
    log.error({ workspaceId, detail }, "workspace key damaged");
  const secrets = new SecretBox(knex, keyring);
  return { secrets, pepper: await secrets.instanceSecret("api-key-pepper") };
}
