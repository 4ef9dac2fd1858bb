import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./consumer.ts";

/** Packs the packages once for all files of tests. */
export function setup(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/pack.mjs")], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The packages cannot be packed:\n${stdout}${stderr}`);
  const tarballs = stdout.split("\n").filter((line) => line.endsWith(".tgz"));
  writeFileSync(join(root, "node_modules/.cache/packages/tarballs.txt"), tarballs.join("\n"));
}
