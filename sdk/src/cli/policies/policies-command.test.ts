// Tests `assay policies validate` with the mock.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { assay, mock, useServers } from "../run/run-fixture.ts";

useServers();

const folder = mkdtempSync(join(tmpdir(), "assay-policies-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  assay(["policies", "validate", ...args], {
    env: { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl },
    columns: 200,
  });
const file = join(folder, "draft.cedar");

test("validate judges names as create would, for the mode, the status and the choice of unknown names", async () => {
  await assay(["connect", "bot", "--tool", "chart.read"], {
    env: { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl },
  });
  writeFileSync(file, 'forbid (principal is agent, action, resource == tool::"chart.reed");');
  const refused = await run(file);
  expect([refused.code, refused.stderr]).toEqual([1, ""]);
  expect(refused.stdout).toContain(`${file}:1:56: error: tool "chart.reed" is not known`);
  for (const options of [
    ["--mode", "shadow"],
    ["--status", "draft"],
    ["--status", "retired"],
    ["--unknown-names", "allow"],
  ]) {
    const accepted = await run(...options, file);
    expect([accepted.code, accepted.stderr]).toEqual([0, ""]);
    expect(accepted.stdout).toContain(`${file}:1:56: warning: tool "chart.reed" is not known`);
  }
  expect(mock.calls.at(-1)?.body).toMatchObject({ unknownNames: "allow" });
  expect((await run("--mode", "enforce", "--status", "active", "--unknown-names", "refuse", file)).code).toBe(
    1,
  );
});

test.each([
  ["--mode", "shadows", "enforce or shadow"],
  ["--status", "Active", "active or draft or retired"],
  ["--unknown-names", "warn", "refuse or allow"],
])("refuses %s %s before it sends a request", async (option, value, accepted) => {
  const calls = mock.calls.length;
  const { code, stderr } = await run(option, value, file);
  expect([code, stderr]).toEqual([2, `error: ${option} is "${value}"; it must be ${accepted}.\n`]);
  expect(mock.calls).toHaveLength(calls);
});
