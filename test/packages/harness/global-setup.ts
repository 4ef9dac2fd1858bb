import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { install, type Packed, root } from "./install-packages.ts";

/**
 * Runs before the tests, and starts a server that provides the packed packages. The first request packs and
 * installs them once for all files; in the meantime, the tests in other suites run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let packed: Promise<Packed> | undefined;
  const broker = createServer((_, response) => {
    packed ??= pack();
    packed.then(
      (result) => response.setHeader("content-type", "application/json").end(JSON.stringify(result)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  const address = broker.address();
  if (typeof address !== "object" || !address) throw new Error("The broker has no address.");
  project.provide("packedBroker", `http://127.0.0.1:${address.port}`);
  return async () => {
    await new Promise((resolve) => broker.close(resolve));
    const folder = await packed?.then((result) => result.folder).catch(() => undefined);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
}

async function pack(): Promise<Packed> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "scripts/pack.mjs")]);
  const [contract = "", sdk = "", server = ""] = stdout.split("\n").filter((line) => line.endsWith(".tgz"));
  const tarballs = { contract, sdk, server };
  return { tarballs, folder: install(tarballs) };
}
