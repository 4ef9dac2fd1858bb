import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { OnNotice } from "../connection/database.ts";
import { builtTemplate } from "./artifacts.ts";
import { lockFolder } from "./folder-lock.ts";
import { type PgliteHost, startPgliteHost } from "./worker/pglite-host.ts";
import { syncFolder, syncPath, unpackFolder } from "./template.ts";

export interface EmbeddedOptions {
  /** The folder for the database and its locks; it is created if it is missing. */
  readonly dataDir: string;
  /** Whether commits are synced to the disk (default true); false only for tests. */
  readonly durable?: boolean | undefined;
  /**
   * Template for a new database, or null for no template. The default is the template that the build created,
   * if there is one.
   */
  readonly template?: string | null | undefined;
  readonly onNotice?: OnNotice | undefined;
}

/**
 * Major version of Postgres in the pinned version of PGlite, which cannot open folders of other major
 * versions.
 */
const postgresMajor = "18";

/**
 * Opens and locks the embedded database in a folder, and creates the database if it is missing. A new
 * database is first created next to its final folder, and is renamed when it is complete and synced. An
 * interrupted first start therefore leaves no partial database behind.
 *
 * @throws {Error} if another process uses the folder, or if its files have a different major version of
 * Postgres.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<PgliteHost> {
  const { durable = true, onNotice } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  try {
    const folder = clusterFolder(dataDir);
    if (!existsSync(folder)) await make(dataDir, { durable, template: options.template });
    refuseOtherVersion(folder);
    const host = await startPgliteHost({ folder, create: false, durable, onNotice });
    return {
      attach: (client) => host.attach(client),
      isReady: () => host.isReady(),
      close: async () => {
        await host.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Returns the folder with the Postgres files inside a data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, "postgres");
}

async function make(
  dataDir: string,
  { durable, template }: { durable: boolean; template: string | null | undefined },
): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith("postgres.tmp")) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const draft = join(dataDir, `postgres.tmp-${process.pid}`);
  const path = template === undefined ? builtTemplate() : template;
  if (path) {
    unpackFolder(path, draft);
  } else {
    const host = await startPgliteHost({ folder: draft, create: true, durable });
    await host.close();
  }
  if (durable) await syncFolder(draft);
  renameSync(draft, clusterFolder(dataDir));
  if (durable) await syncPath(dataDir);
}

function refuseOtherVersion(folder: string): void {
  const file = join(folder, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : "none";
  if (version === postgresMajor) return;
  throw new Error(
    `The files in ${folder} have Postgres version ${version}; this release of Assay embeds version ${postgresMajor}, ` +
      "which cannot open them. Start the release that wrote these files, create a backup with that release, and restore the backup here.",
  );
}
