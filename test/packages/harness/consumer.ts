// A program of somebody else's: a folder outside of the repository, where the packed packages are installed.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

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

declare module "vitest" {
  export interface ProvidedContext {
    /** Packed and installed once for all the tests of a run (global-setup.ts). */
    packed: Packed;
  }
}

/** Where a package is installed. */
export const installedAt = (name: string): string => join(inject("packed").folder, "node_modules", name);

/** How a process ended. */
interface Ended {
  code: number | null;
  output: string;
}

/** An outsider's folder. */
export interface Consumer {
  folder: string;
  /** Writes a file. @returns its path. */
  write: (name: string, text: string) => string;
  /** Runs a program in the folder to its end. */
  run: (command: string, ...args: string[]) => Promise<Ended>;
  node: (...args: string[]) => Promise<Ended>;
  remove: () => void;
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

/**
 * Makes a folder for one file of tests, from which what is installed for the run is found.
 *
 * @param tools what this outsider has installed besides, of the repository's own dependencies.
 */
export function createConsumer(...tools: readonly string[]): Consumer {
  const folder = mkdtempSync(join(inject("packed").folder, "program-"));
  for (const tool of tools) link(folder, tool, join(root, "node_modules", tool));
  const consumer: Consumer = {
    folder,
    write(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    run: (command, ...args) => run(folder, command, args),
    node: (...args) => run(folder, process.execPath, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  consumer.write("package.json", JSON.stringify({ name: "outsider", private: true, type: "module" }));
  return consumer;
}

function unpack(folder: string, name: PackageName, tarball: string): void {
  const target = join(folder, "node_modules", "@assay", name);
  mkdirSync(target, { recursive: true });
  const { status, stderr } = spawnSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  if (status !== 0) throw new Error(`${name} cannot be unpacked: ${stderr.toString()}`);
  for (const dependency of Object.keys(manifestOf(target).dependencies ?? {}))
    link(folder, dependency, join(root, name, "node_modules", dependency));
}

function link(folder: string, name: string, target: string): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

/** The manifest of a package that lies unpacked in a folder. */
export const manifestOf = (folder: string): Manifest =>
  // Our own packages' manifests have these members; a test says so.
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

async function run(cwd: string, command: string, args: readonly string[]): Promise<Ended> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env;
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.stderr.on("data", (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output: Buffer.concat(parts).toString() };
}
