// An auditor uses the command to follow the log, export it, and audit the export without the server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestLog } from "../../contract/src/wire/evidence/evidence-log.fixture.ts";
import { runAssay, startAssay } from "../support/assay-process.ts";
import { startTestServer } from "../support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-evidence-"));
const at = (name: string): string => join(folder, name);
let environment: Record<string, string>;
let exported: number | null;
let followed: { code: number | null; stdout: string };

const assay = (args: string[], env: Record<string, string> = {}) => runAssay(args, env);

// The server is closed before the audits start.
beforeAll(async () => {
  const server = await startTestServer("embedded");
  environment = { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: await server.newWorkspace() };
  const { control } = new Assay({ baseUrl: server.url, apiKey: environment["ASSAY_API_KEY"] });
  await control.events.create({ type: "tool_call", session: "s-1", data: { agentId: "bot", step: 1 } });
  await assay(["evidence", "export", at("early.ndjson"), "--checkpoint", at("early.txt")], environment);
  const watching = startAssay(
    ["evidence", "watch", "--after", "0", "--count", "3", "--type", "tool_call"],
    environment,
  );
  for (const step of [2, 3])
    await control.events.create({ type: "tool_call", data: { agentId: "bot", step } });
  await control.events.create({ type: "trace" });
  followed = { code: await watching.ended, stdout: watching.stdout() };
  const last = ["evidence", "export", at("log.ndjson"), "--keys", at("keys.json"), "--json"];
  exported = (await assay(last, environment)).code;
  await server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const audit = (file: string, ...more: string[]) =>
  assay(["evidence", "audit", file, "--keys", at("keys.json"), ...more]);

describe("assay evidence", () => {
  test("watch shows existing and new events", () => {
    expect(followed.code).toBe(0);
    const lines = followed.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^1 {2}\d{4}-.+Z {2}tool_call {2}s-1 {2}\{"agentId":"bot","step":1\}$/);
  });

  test("audit reports a valid log that extends a saved checkpoint", async () => {
    const options = ["--trusted", at("early.txt"), "--earlier", at("early.ndjson")];
    expect(exported).toBe(0);
    const { code, stdout, stderr } = await audit(at("log.ndjson"), ...options);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Events:     4\n");
    expect(stdout).toContain("The log is complete and unchanged.");
  });

  test("audit without a saved checkpoint does not claim that the log is unchanged", async () => {
    const { code, stdout } = await audit(at("log.ndjson"));
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "The log is consistent in itself. Only a checkpoint saved elsewhere can show that the log was not rewritten.",
    );
    expect(stdout).not.toContain("unchanged");
  });

  test("audit ignores signatures of others, in the export and in a saved checkpoint", async () => {
    const other = "— witness.example/w1 AAAAAAAA";
    const text = readFileSync(at("log.ndjson"), "utf8");
    writeFileSync(at("cosigned.ndjson"), text.replace(/\\n"\}\n$/, `\\n${other}\\n"}\n`));
    writeFileSync(at("cosigned.txt"), `${readFileSync(at("early.txt"), "utf8")}${other}\n`);
    const { code, stdout } = await audit(at("cosigned.ndjson"), "--trusted", at("cosigned.txt"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Signed by: {2}\S+, and 1 other signature \(not verified\)$/m);
    expect(stdout).toContain("The log is complete and unchanged.");
  });

  test("audit warns of a clock that was set back, and exits 1 with --strict", async () => {
    // A log whose second event was received 6,000 ms before the first.
    const log = await createTestLog([{ receivedAt: 10_000 }, { receivedAt: 4000 }]);
    writeFileSync(at("clock.ndjson"), await log.exported());
    writeFileSync(at("clock-keys.json"), JSON.stringify(log.keys));
    const run = (...more: string[]) =>
      assay(["evidence", "audit", at("clock.ndjson"), "--keys", at("clock-keys.json"), ...more]);
    const warned = await run();
    expect(warned.code).toBe(0);
    expect(warned.stdout).toMatch(
      /Event 2 \(evt_\w{26}\), line 2: received_at_backwards\. receivedAt is 6000 ms/,
    );
    expect((await run("--strict")).code).toBe(1);
    const tolerant = await run("--strict", "--clock-tolerance", "6");
    expect([tolerant.code, tolerant.stdout]).toEqual([0, expect.not.stringContaining("backwards")]);
    expect(JSON.parse((await run("--json")).stdout)).toMatchObject({
      valid: true,
      warnings: [{ code: "received_at_backwards", seq: 2, byMs: 6000 }],
    });
  });

  test("audit names the altered event and exits 1", async () => {
    const text = readFileSync(at("log.ndjson"), "utf8");
    writeFileSync(at("altered.ndjson"), text.replace('"step":2', '"step":7'));
    const { code, stdout } = await audit(at("altered.ndjson"));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /Event 2 \(evt_\w{26}\), line 2: data_altered\. The data does not match dataCommit/,
    );
    const json = await audit(at("altered.ndjson"), "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: false,
      code: "data_altered",
      problems: [{ seq: 2 }],
    });
  });

  test("audit does not accept a truncated file as complete", async () => {
    const lines = readFileSync(at("log.ndjson"), "utf8").split("\n");
    writeFileSync(at("short.ndjson"), `${lines.slice(0, 3).join("\n")}\n`);
    const { code, stdout } = await audit(at("short.ndjson"));
    expect(code).toBe(1);
    expect(stdout).toContain("The log: truncated.");
  });

  test("audit exits 2 if it cannot run, without overwriting a file", async () => {
    const missing = await audit(at("none.ndjson"));
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("Cannot read")]);
    const noKeys = await assay(["evidence", "audit", at("log.ndjson"), "--keys", at("log.ndjson")]);
    expect([noKeys.code, noKeys.stderr]).toEqual([2, expect.stringContaining("has no signing keys")]);
    const odd = await assay(["evidence", "watch", "--after", "x"], environment);
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('--after is "x"')]);
  });
});
