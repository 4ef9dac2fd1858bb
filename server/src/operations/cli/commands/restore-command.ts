import { resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import { readBackupKeys } from "../../backup/backup-keys.ts";
import { readManifest } from "../../backup/manifest.ts";
import { verifyBackup } from "../../backup/read-backup.ts";
import { restoreBackup } from "../../backup/restore-backup.ts";
import { type Config, readConfig } from "../../../platform/config.ts";
import { environmentWithFile } from "../../../platform/environment.ts";
import { openCommandDatabase } from "../open-command-database.ts";
import { requireKeysFor } from "../../../platform/secrets/load-keyring.ts";
import { acceptCommandOf } from "../../../evidence/log/heads/list-head-faults.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

/** `restore`: restores a backup into an empty database. */
export const restoreCommand = (): Command =>
  new Command("restore")
    .description("Restore a backup into an empty database, in one transaction.")
    .argument("<folder>", "path of the backup folder")
    .option("--check", "verify the checksums and the keys without restoring")
    .action((folder: string, options: OutputOptions & { check?: boolean }) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        await (options.check ? check(config, folder, options) : restore(config, folder, options));
      }),
    );

/** Verifies the files. If `ASSAY_SECRET_KEYS` is set, also checks that its keys open the backup. */
async function check(config: Config, folder: string, options: OutputOptions): Promise<void> {
  const manifest = await verifyBackup(folder);
  if (config.secretKeys !== undefined) requireKeysFor(await readBackupKeys(folder, manifest), config);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  printResult(options, { folder: resolve(folder), rows, ...manifest }, [
    `${resolve(folder)} is complete: ${counted(rows, "row")} of ${counted(manifest.tables.length, "table")}, written ${manifest.created_at}.`,
  ]);
}

async function restore(config: Config, folder: string, options: OutputOptions): Promise<void> {
  // The manifest and the keys are checked before a database is created.
  requireKeysFor(await readBackupKeys(folder, await readManifest(folder)), config);
  const database = await openCommandDatabase(config);
  try {
    const target = { database, keys: config, directUrl: config.databaseDirectUrl };
    const { manifest, rows, logs, unaccepted } = await restoreBackup(target, folder);
    const summary = {
      rows,
      tables: manifest.tables.length,
      written_at: manifest.created_at,
      logs,
      unaccepted,
    };
    printResult(options, summary, [
      `Restored the backup of ${manifest.created_at}: ${counted(rows, "row")} of ${counted(manifest.tables.length, "table")}.`,
      ...logs.map(
        ({ workspaceId, size, root }) =>
          `Evidence of ${workspaceId}: ${counted(size, "event")}, root ${root}.`,
      ),
      ...unaccepted.map(
        ({ workspace, kind }) =>
          `The sealed record of the evidence log of ${JSON.stringify(workspace)} is ${kind}. Compare the log with a known checkpoint, then run ${acceptCommandOf(workspace)}.`,
      ),
      "Start a server, then compare the logs with known checkpoints: `assay-server evidence status`.",
    ]);
  } finally {
    await database.close();
  }
}
