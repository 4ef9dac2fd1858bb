// As an outsider installs: by npm, from a registry. Where none is reached, the tests are skipped.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, inject, test } from "vitest";

const { tarballs } = inject("packed");
const folder = mkdtempSync(join(tmpdir(), "assay-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

// Not `spawnSync`: an install may take minutes, in which nothing would tell the test runner that this process lives.
async function npm(...args: string[]): Promise<Ended> {
  const child = spawn("npm", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { status: child.exitCode, stdout, stderr };
}
const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0", "--fetch-timeout=60000"];
const noRegistry =
  /ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET)|ETIMEDOUT|E(NET|HOST)UNREACH|EPIPE|ERR_SOCKET_TIMEOUT|ENOTCACHED|\bE(429|5\d\d)\b/;

test("the SDK installs without a registry, for it depends on nothing", async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "outsider", private: true }));
  const { status, stderr } = await npm("install", "--offline", "--omit=optional", ...quiet, tarballs.sdk);
  expect(status, stderr).toBe(0);
});

test("all three install, and the commands run", async ({ skip }) => {
  const { contract, sdk, server } = tarballs;
  const installed = await npm("install", "--ignore-scripts", ...quiet, contract, sdk, server, "msw@2.15.0");
  if (installed.status !== 0 && noRegistry.test(installed.stderr)) {
    skip("No registry is reached: the packages are not installed from one.");
  }
  expect(installed.status, installed.stderr).toBe(0);
  expect((await npm("ls", "--all")).status).toBe(0);
  for (const [command, usage] of [
    ["assay", "Usage: assay"],
    ["assay-server", "Usage: assay-server"],
  ] as const) {
    const { status, stdout } = await npm("exec", "--offline", "--", command, "--help");
    expect([status, stdout]).toEqual([0, expect.stringContaining(usage)]);
  }
});
