import { join, resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import { writeBackup } from "../../backup/write-backup.ts";
import { environmentWithFile, readConfig } from "../../../platform/config.ts";
import { openDatabase } from "../../../platform/db/connection/connect.ts";
import { attempt, type OutputOptions, tell } from "../output.ts";

/** `backup`: everything in the database, as it is at one moment. */
export const backupCommand = (): Command =>
  new Command("backup")
    .description(
      "Write everything in the database to a new folder, as it is at one moment; servers on Postgres go on meanwhile.",
    )
    .argument("<folder>", "must not exist; holds one file a table and manifest.json")
    .action((folder: string, options: OutputOptions) =>
      attempt(options, async () => {
        const { databaseUrl: url, dataDir } = readConfig(environmentWithFile());
        const database = await openDatabase(
          url === undefined ? { dataDir: join(dataDir, "database") } : { url, poolMax: 2 },
        );
        const told = interruption();
        try {
          const manifest = await writeBackup(database, folder, {
            now: () => new Date(),
            signal: told.signal,
          });
          const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
          const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
          tell(options, { folder: resolve(folder), rows, bytes, ...manifest }, [
            `Written to ${resolve(folder)}: ${counted(rows, "row")} of ${counted(manifest.tables.length, "table")} (${counted(bytes, "byte")}).`,
            `Its secrets are wrapped by ${keysOf(manifest.key_versions, url === undefined ? join(dataDir, "secret-keys") : "ASSAY_SECRET_KEYS")}; keep that apart from it.`,
          ]);
        } finally {
          told.end();
          await database.close();
        }
      }),
    );

/** A signal that aborts when the process is told to end, so that it leaves nothing half; a second time ends it at once. */
function interruption(): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const names = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  const abort = (name: string): void => {
    end();
    controller.abort(new Error(`The backup was interrupted (${name}); nothing of it is left.`));
  };
  const end = (): void => names.forEach((name) => void process.off(name, abort));
  for (const name of names) process.on(name, abort);
  return { signal: controller.signal, end };
}

const keysOf = (versions: readonly string[], where: string): string =>
  versions.length === 0 ? "no key" : `${versions.map((one) => JSON.stringify(one)).join(", ")} of ${where}`;
