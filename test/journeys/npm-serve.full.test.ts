import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("a server that npm runs stops with npm on a stop signal", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-npm-serve-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn("npm", ["run", "serve", "--", "serve"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], PORT: "0", ASSAY_DATA_DIR: folder, LOG_LEVEL: "error" },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // The output closes only after all processes have exited.
  const ended = new Promise((resolve) => child.once("close", resolve));
  await expect.poll(() => output).toMatch(/Assay listens on http:\S+,/);
  child.kill("SIGTERM");
  await ended;
  expect(output).toContain("Stopping …");
});
