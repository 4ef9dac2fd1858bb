import { join, resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import { writeBackup } from "../../backup/write-backup.ts";
import { readConfig } from "../../../platform/config.ts";
import { environmentWithFile } from "../../../platform/environment.ts";
import { openCommandDatabase } from "../open-command-database.ts";
import { requireKeys } from "../../../platform/secrets/load-keyring.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

/** `backup`: writes a consistent snapshot of the database. */
export const backupCommand = (): Command =>
  new Command("backup")
    .description("Back up the database to a new folder. Servers on Postgres keep running.")
    .argument("<folder>", "path of the new folder")
    .action((folder: string, options: OutputOptions) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        const { databaseUrl: url, dataDir } = config;
        const database = await openCommandDatabase(config);
        const interruption = interruptOnSignal();
        try {
          await requireKeys(database.knex, config);
          const manifest = await writeBackup(database, folder, {
            now: () => new Date(),
            signal: interruption.signal,
          });
          const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
          const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
          printResult(options, { folder: resolve(folder), rows, bytes, ...manifest }, [
            `Backup written to ${resolve(folder)}: ${counted(rows, "row")} of ${counted(manifest.tables.length, "table")} (${counted(bytes, "byte")}).`,
            `The secrets in the backup are encrypted with ${keysOf(manifest.key_versions, url === undefined ? join(dataDir, "secret-keys") : "ASSAY_SECRET_KEYS")}; store the keys separately from the backup.`,
          ]);
        } finally {
          interruption.dispose();
          await database.close();
        }
      }),
    );

/**
 * Returns a signal that aborts when the process receives a stop signal, so that no partial backup remains. A
 * second stop signal exits immediately.
 */
function interruptOnSignal(): { signal: AbortSignal; dispose: () => void } {
  const controller = new AbortController();
  const names = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  const abort = (name: string): void => {
    dispose();
    controller.abort(new Error(`The backup was interrupted (${name}); its files were removed.`));
  };
  const dispose = (): void => names.forEach((name) => void process.off(name, abort));
  for (const name of names) process.on(name, abort);
  return { signal: controller.signal, dispose };
}

const keysOf = (versions: readonly string[], source: string): string =>
  versions.length === 0 ? "no key" : `${versions.map((one) => JSON.stringify(one)).join(", ")} of ${source}`;
