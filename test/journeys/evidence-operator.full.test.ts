// An operator uses assay-server to rotate and revoke signing keys and to manage the logs.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startAssayServer } from "../support/assay-process.ts";

test("signing keys are added, revoked and listed; a log is restarted and its status is printed", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-operator-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  async function operate(...args: string[]) {
    const run = startAssayServer(args, { dataDir });
    return { code: await run.ended, stdout: run.stdout(), stderr: run.stderr() };
  }
  const made = await operate("workspace", "create", "Clinic");
  expect(made.code, made.stderr).toBe(0);
  const added = await operate("signing-keys", "add");
  const [kid = ""] = added.stdout.split(" ");
  expect(kid).toMatch(/^[\w-]{43}$/);
  expect((await operate("signing-keys", "revoke", kid, "--because", "A trial.")).stdout).toContain(
    "revoked; ",
  );
  const { stdout } = await operate("signing-keys", "list");
  expect(stdout).toMatch(new RegExp(`${kid} {2}revoked .* A trial\\.`));
  expect(stdout).toMatch(/ active /);
  expect((await operate("evidence", "status")).stdout).toMatch(
    /^"Clinic" {2}assay\/log\/[\da-f-]{36} {2}0 events/,
  );
  const restarted = await operate("evidence", "restart", "--because", "A trial.");
  expect(restarted.stdout).toContain('New evidence log of "Clinic" started: generation 2.');
  expect((await operate("evidence", "status")).stdout).toMatch(/assay\/log\/[\da-f-]{36}\/2 {2}1 event /);
});
