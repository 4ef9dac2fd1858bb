// Installs the packed packages in a folder outside the repository.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));
/** The published packages. */
export const packageNames = ["contract", "sdk", "server"] as const;
/** The name of a published package. */
type PackageName = (typeof packageNames)[number];

/** The members of a package's manifest that the tests check. */
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

/** A run's packages, as tarballs and installed in an integrator's folder. */
export interface Packed {
  tarballs: Record<PackageName, string>;
  folder: string;
}

/**
 * Unpacks tarballs into an empty folder outside the repository, together with MSW. Declared dependencies are
 * linked to the versions in the lock file. Any other package is not found, so an undeclared dependency fails.
 * No registry is called.
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

/** Links a package from the repository into a folder's `node_modules`. */
export function link(folder: string, name: string, target: string): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

/** Returns the manifest of a package that is unpacked in a folder. */
export const manifestOf = (folder: string): Manifest =>
  // A test checks that the manifests of our packages have these members.
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
