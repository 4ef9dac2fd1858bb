import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { install, root } from "./consumer.ts";

/** Packs the packages and installs them, once for all files of tests. */
export function setup(project: TestProject): () => void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/pack.mjs")], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The packages cannot be packed:\n${stdout}${stderr}`);
  const [contract = "", sdk = "", server = ""] = stdout.split("\n").filter((line) => line.endsWith(".tgz"));
  const tarballs = { contract, sdk, server };
  const folder = install(tarballs);
  project.provide("packed", { tarballs, folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
