import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { OnNotice } from "../connection/database.ts";
import { builtTemplate } from "./artifacts.ts";
import { lockFolder } from "./folder-lock.ts";
import { type PgliteHost, startPgliteHost } from "./worker/pglite-host.ts";
import { syncFolder, syncPath, unpackFolder } from "./template.ts";

export interface EmbeddedOptions {
  /** The folder that holds the database and its locks; made when there is none. */
  readonly dataDir: string;
  /** False: commits are not forced to the disk; for tests. Default true. */
  readonly durable?: boolean | undefined;
  /** A packed folder to begin a new database from; null: none. Default: the one that the build made, if it did. */
  readonly template?: string | null | undefined;
  readonly onNotice?: OnNotice | undefined;
}

/** The Postgres of the pinned PGlite; a folder of another major version cannot be opened. */
const postgresMajor = "18";

/**
 * Opens the embedded database in a folder under a lock of its own, and makes it first when it is not there: in a
 * folder beside, renamed when it is complete and on the disk, so that an interrupted first start leaves nothing half.
 *
 * @throws {Error} when another process uses the folder, or its files are of another major version of Postgres.
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

/** Where a data folder keeps the files of Postgres. */
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
    `The files in ${folder} are of Postgres version ${version}; this release of Assay embeds version ${postgresMajor}, ` +
      "which cannot open them. Start the release that wrote them, back up with it, and restore the backup here.",
  );
}
