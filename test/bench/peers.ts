// The packages that benchmarks compare with Assay; a benchmark installs them on first use.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("peers/", import.meta.url));

/** Installs the peers if the folder of one is missing. @returns the output of npm if it failed. */
export function installPeers(name: string): string | undefined {
  if (existsSync(join(folder, "node_modules", name))) return undefined;
  const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? undefined : stderr;
}

/** The path of a peer's entry. @throws {Error} when it is missing and cannot be installed. */
export function peer(name: string): string {
  const fault = installPeers(name);
  if (fault !== undefined) throw new Error(`The peers of the benchmarks cannot be installed:\n${fault}`);
  return createRequire(join(folder, "package.json")).resolve(name);
}
