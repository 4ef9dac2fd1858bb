// The packages that benchmarks compare with Assay; each is installed on first use.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("peers/", import.meta.url));

/** Installs the peers if this peer's folder is missing. @returns npm's output if it failed. */
export function installPeers(name: string): string | undefined {
  if (existsSync(join(folder, "node_modules", name))) return undefined;
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? undefined : stderr;
}

/** Returns the path to a peer's entry file. @throws {Error} if it is missing and cannot be installed. */
export function peer(name: string): string {
  const fault = installPeers(name);
  if (fault !== undefined) throw new Error(`The peers of the benchmarks cannot be installed:\n${fault}`);
  return createRequire(join(folder, "package.json")).resolve(name);
}
