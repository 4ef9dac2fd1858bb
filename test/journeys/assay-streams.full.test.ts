// Tests the output of the command when its reader goes away, the disk is full, or the user presses Ctrl-C.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAssay } from "../support/assay-process.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runInShell } from "../support/shell.ts";

const file = fileURLToPath(new URL("../../examples/data/triage/nightingale-1.0.jsonl", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "assay-streams-"));

let server: TestServer;
let environment: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer("embedded");
  environment = { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: await server.newWorkspace() };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

const shell = (script: string) => runInShell(script, { cwd: folder, environment });
const run = `assay run ${file} -e triage_accuracy`;

describe("a command whose messages have no reader", () => {
  test.each([
    ["a reader that exits after one line", "2> >(head -1)"],
    ["a closed pipe", "2> >(exec 0<&-; true)"],
    ["a full disk", "2> /dev/full"],
  ])("completes with its result: %s", async (_name, redirection) => {
    const { code, output } = await shell(`${run} > out.txt ${redirection}`);
    expect(code, output).toBe(0);
    expect(readFileSync(join(folder, "out.txt"), "utf8")).toMatch(/exact\s+59\/68 = 86\.8 %/);
  });
});

test("a reader of both streams that stops early does not change the exit code", async () => {
  const { output } = await shell(
    `${run} --min-score 99 2>&1 | head -n 1; echo "gate: \${PIPESTATUS[0]}"
     ${run} --json 2>&1 | true; echo "none: \${PIPESTATUS[0]}"`,
  );
  expect(output).toContain("gate: 1\n");
  expect(output).toContain("none: 0\n");
});

test("a watch ends with code 0 when the reader of its output stops reading", async () => {
  const { control } = new Assay({ baseUrl: server.url, apiKey: environment["ASSAY_API_KEY"] });
  const append = () => control.events.create({ type: "tool_call", data: { agentId: "bot" } });
  await append();
  await append();
  let isOpen = true;
  const ended = shell(
    `assay evidence watch --after 0 | head -n 1 >/dev/null; echo "watch: \${PIPESTATUS[0]}"`,
  );
  void ended.then(() => (isOpen = false));
  // The command only notices that its reader has left when the command writes.
  await expect.poll(async () => (isOpen ? append().then(() => isOpen) : isOpen)).toBe(false);
  expect((await ended).output).toBe("watch: 0\n");
});

test("a command whose output cannot be written exits 2, not 1 as for a failed gate", async () => {
  const { code, output } = await shell(`${run} > /dev/full`);
  expect(code).toBe(2);
  expect(output).toContain("error: cannot write the output: ");
});

test("Ctrl-C ends a watch without a stack trace, with exit code 130", async () => {
  const { control } = new Assay({ baseUrl: server.url, apiKey: environment["ASSAY_API_KEY"] });
  await control.events.create({ type: "tool_call", data: { agentId: "bot" } });
  const watching = startAssay(["evidence", "watch", "--after", "0"], environment);
  await watching.writes(/tool_call/);
  watching.kill("SIGINT");
  expect(await watching.ended).toBe(130);
  expect(watching.stderr()).toBe("Interrupted.\n");
});
