import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { type Database, openDatabase } from "../../platform/db/connection/connect.ts";

/**
 * Opens the database for a command of the operator. If `DATABASE_DIRECT_URL` is set, the command connects directly and not
 * through the transaction pooler, whose connections would not have the command's settings.
 */
export function openCommandDatabase({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "databaseDirectUrl" | "dataDir">): Promise<Database> {
  if (databaseUrl === undefined) return openDatabase({ dataDir: join(dataDir, "database") });
  return openDatabase(
    databaseDirectUrl === undefined
      ? { url: databaseUrl, poolMax: 2 }
      : { url: databaseDirectUrl, variable: "DATABASE_DIRECT_URL", poolMax: 2 },
  );
}
