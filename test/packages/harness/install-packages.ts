// Installs the packed packages in a folder outside of the repository.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The packages that are published. */
export const packageNames = ["contract", "sdk", "server"] as const;
/** One of them. */
type PackageName = (typeof packageNames)[number];

/** What of a package's manifest is looked at. */
export interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  repository?: unknown;
  license: string;
  files: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  engines: { node: string };
  publishConfig: object;
  exports: Record<string, string | Record<string, unknown>>;
}

/** Where a run's packages lie: as tarballs, and installed in an outsider's folder. */
export interface Packed {
  tarballs: Record<PackageName, string>;
  folder: string;
}

/**
 * Unpacks tarballs into an empty folder, outside of the repository, MSW beside them. What they depend on is linked to the
 * versions of the lock file, and nothing else is: a dependency that a package does not declare is not found. No registry
 * is asked.
 *
 * @returns the folder.
 */
export function install(tarballs: Packed["tarballs"]): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-consumer-"));
  for (const name of packageNames) unpack(folder, name, tarballs[name]);
  link(folder, "msw", join(root, "test", "node_modules", "msw"));
  return folder;
}

function unpack(folder: string, name: PackageName, tarball: string): void {
  const target = join(folder, "node_modules", "@assay", name);
  mkdirSync(target, { recursive: true });
  const { status, stderr } = spawnSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  if (status !== 0) throw new Error(`${name} cannot be unpacked: ${stderr.toString()}`);
  for (const dependency of Object.keys(manifestOf(target).dependencies ?? {}))
    link(folder, dependency, join(root, name, "node_modules", dependency));
}

/** Links a package of the repository into the `node_modules` of a folder. */
export function link(folder: string, name: string, target: string): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

/** The manifest of a package that lies unpacked in a folder. */
export const manifestOf = (folder: string): Manifest =>
  // Our own packages' manifests have these members; a test says so.
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
