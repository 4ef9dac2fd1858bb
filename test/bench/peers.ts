// The packages that benchmarks measure beside Assay: installed when a benchmark first needs them.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("peers/", import.meta.url));

/** The path of a peer's entry. @throws Error when it is not installed and cannot be. */
export function peer(name: string): string {
  if (!existsSync(join(folder, "node_modules", name))) {
    const args = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
    const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`The peers of the benchmarks cannot be installed:\n${stderr}`);
  }
  return createRequire(join(folder, "package.json")).resolve(name);
}
