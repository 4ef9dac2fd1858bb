// An administrator uses `assay policies` to check drafts, run the test cases of policies, and simulate a
// draft on past decisions.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAssay } from "../support/assay-process.ts";
import { draft, openPolicyHarness, type PolicyHarness, loggedRequest } from "./harness/policy-harness.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-policies-"));
let harness: PolicyHarness;
beforeAll(async () => {
  harness = await openPolicyHarness();
  const { set } = await harness.policiesOf([]);
  await harness.decide(set, { said: loggedRequest({ amount: 500 }) });
});
afterAll(async () => {
  await harness.server.close();
  rmSync(folder, { recursive: true });
});

describe("assay policies", () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (...args: string[]) =>
    runAssay(["policies", ...args], { ASSAY_BASE_URL: harness.server.url, ASSAY_API_KEY: harness.apiKey });

  test("validate names the position as compilers do, and works as a gate", async () => {
    const good = file("good.cedar", draft);
    const bad = file("bad.cedar", draft.replace("};", "}"));
    expect(await run("validate", good)).toMatchObject({
      code: 0,
      stdout: `${good}: valid (syntax only)\n`,
    });
    const { code, stdout } = await run("validate", good, bad);
    expect(code).toBe(1);
    expect(stdout).toContain(`${bad}:4:102: error: unexpected end of input`);
    // If the server refuses one draft as a whole, the command still reports the faults of the other drafts.
    const empty = file("empty.cedar", "");
    const among = await run("validate", empty, bad);
    expect([among.code, among.stdout]).toEqual([1, expect.stringContaining(`${empty}: error: text is ""`)]);
    expect(among.stdout).toContain(`${bad}:4:102: error`);
  });

  test("runs the test cases of policies, lists those in force, and simulates as a gate", async () => {
    expect(await run("test", "latch-0", "latch-4")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^latch-0 \(version 1\): \d+ of \d+ passed\nlatch-4/),
    });
    await harness.assay.control.policies.create({
      id: "wrong",
      text: draft,
      tests: [{ name: "large order", request: { args: { amount: 101 } }, expect: "ask" }],
    });
    expect(await run("test", "wrong")).toMatchObject({
      code: 1,
      stdout:
        "wrong (version 1): 0 of 1 passed\n  large order: expected ask, received deny: Large orders wait for a human.\n",
    });
    expect((await run("list")).stdout).toMatch(/latch-4 +1 +1 +enforce +ask +approval_required/);
    const path = file("draft.cedar", draft);
    expect(await run("simulate", path, "--outcome", "ask", "--fail-on-change")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("dec_1: allow → ask: Large orders"),
    });
    const replays = (...options: string[]) => run("simulate", path, "--fail-on-change", ...options);
    expect(await replays("--agent", "nobody")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("The gate fails: no decision was replayed"),
    });
    expect(await run("simulate", path, "--agent", "nobody")).toMatchObject({ code: 0 });
    expect(await run("simulate", path, "--outcome", "maybe")).toMatchObject({ code: 2 });
  });

  test("simulate fails as a gate if its budget ends before the decisions", async () => {
    const { control } = harness.assay;
    await control.agents.create({ id: "notes-bot", tools: ["note.write"] });
    const args = { note: "x".repeat(1099) };
    const requests = Array.from({ length: 70 }, () => ({ agentId: "notes-bot", tool: "note.write", args }));
    for (let batch = 0; batch < 3; batch += 1) await control.authorizeBatch({ requests });
    // 204 decisions of (1,099 + 1) × (8,890 + 1) steps fit into 2,000,000,000 steps.
    const costly = `forbid (principal, action, resource) when { context.args has note && context.args.note like "*${"a".repeat(8889)}b" };`;
    const simulate = (last: string) =>
      run(
        "simulate",
        file("costly.cedar", costly),
        "--agent",
        "notes-bot",
        "--last",
        last,
        "--fail-on-change",
      );
    expect(await simulate("210")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("204 decisions replayed, 0 changed.\n6 could not be replayed:"),
      stderr: expect.stringContaining("The gate fails: 6 decisions could not be replayed."),
    });
    expect(await simulate("200")).toMatchObject({ code: 0 });
  });
});
