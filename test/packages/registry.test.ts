// As an outsider installs: by npm, from a registry. Where none is reached, the tests are skipped.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";

const { tarballs } = inject("packed");
const folder = mkdtempSync(join(tmpdir(), "assay-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const npm = (...args: string[]) => spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0", "--fetch-timeout=60000"];
const noRegistry = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/;

test("the SDK installs without a registry, for it depends on nothing", () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "outsider", private: true }));
  const { status, stderr } = npm("install", "--offline", "--omit=optional", ...quiet, tarballs.sdk);
  expect(status, stderr).toBe(0);
});

test("all three install, and the commands run", ({ skip }) => {
  const { contract, sdk, server } = tarballs;
  const installed = npm("install", "--ignore-scripts", ...quiet, contract, sdk, server, "msw@2.15.0");
  if (installed.status !== 0 && noRegistry.test(installed.stderr)) {
    skip("No registry is reached: the packages are not installed from one.");
  }
  expect(installed.status, installed.stderr).toBe(0);
  expect(npm("ls", "--all").status).toBe(0);
  for (const [command, usage] of [
    ["assay", "Usage: assay"],
    ["assay-server", "Usage: assay-server"],
  ] as const) {
    const { status, stdout } = npm("exec", "--offline", "--", command, "--help");
    expect([status, stdout]).toEqual([0, expect.stringContaining(usage)]);
  }
});
