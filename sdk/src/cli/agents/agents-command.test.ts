// Tests `assay connect` and `assay agents` with the mock.
import { expect, test } from "vitest";
import type { Span } from "../output.ts";
import { assay, mock, useServers } from "../run/run-fixture.ts";
import { showNameWarnings } from "./show-agents.ts";

useServers();

const environment = () => ({ ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl });

const run = (...args: string[]) => assay(args, { env: environment(), columns: 200 });

const secret = "sk-live-0123456789-Tail";

test("connect registers an agent with a key from the environment, and is idempotent", async () => {
  const args = ["connect", "bot", "--url", "https://bot.example.org", "--tool", "chart.read"];
  const withKey = { env: { ...environment(), BOT_KEY: secret }, columns: 200 };
  const first = await assay([...args, "--tool", "chart.write", "--key-from-env", "BOT_KEY"], withKey);
  expect([first.code, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("agent       bot\n");
  expect(first.stdout).toContain("source      url, https://bot.example.org\n");
  expect(first.stdout).toContain("key         sk-****Tail\n");
  expect(first.stdout).toContain("tools       chart.read, chart.write\n");
  expect(first.stdout).not.toContain(secret);
  const again = await assay([...args, "--tool", "chart.write", "--key-from-env", "BOT_KEY"], withKey);
  expect(again.stdout).toBe(first.stdout);
  const other = await run(...args);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('Agent "bot" already exists with different tools and apiKey.');
});

test("connect reports invalid options before it sends a request", async () => {
  const calls = mock.calls.length;
  for (const [options, complaint] of [
    [["--key-from-env", "NOT_SET"], '--key-from-env is "NOT_SET"; that environment variable is not set.'],
    [
      ["--key-from-env", "sk-canary-4b1f9c7Qx2"],
      "--key-from-env must be the name of an environment variable, such as AGENT_KEY (the given value is not shown).",
    ],
    [["--any-tool", "--tool", "a"], "Use either --tool or --any-tool, not both."],
    [["--source", "gitlab"], '--source is "gitlab"; it must be one of builtin, url, github, fork.'],
  ] as const) {
    const { code, stderr } = await run("connect", "bot", ...options);
    expect([code, stderr]).toEqual([2, `error: ${complaint}\n`]);
  }
  expect(mock.calls).toHaveLength(calls);
});

test("agents are listed, shown, suspended and activated", async () => {
  expect((await run("agents", "list")).stdout).toBe("No agents. Register one with assay connect.\n");
  await run("connect", "bot", "--any-tool", "--pending", "--name", "Bot", "--boundary", "clinic");
  expect((await run("agents", "list")).stdout).toMatch(/^bot +pending +any +0 +clinic +– +20\d\d-/m);
  expect((await run("agents", "activate", "bot")).stdout).toContain("status      active\n");
  const suspended = await run("agents", "suspend", "bot", "--reason", "A test.", "--json");
  expect(JSON.parse(suspended.stdout)).toMatchObject({ id: "bot", status: "suspended" });
  expect(mock.calls.at(-1)?.body).toEqual({ reason: "A test." });
  expect((await run("agents", "quarantine", "bot")).stdout).toContain("status      quarantined\n");
  const refused = await run("agents", "activate", "bot");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("cannot become active. Allowed: suspended, retired.");
  expect((await run("agents", "show", "nobody")).stderr).toContain('Agent "nobody" not found');
  expect(JSON.parse((await run("agents", "list", "--json")).stdout)).toHaveLength(1);
});

test("policies are shown with unknown ones, replaced and detached", async () => {
  await run("connect", "bot");
  const set = await run("agents", "policies", "bot", "--set", "b", "--set", "a");
  expect(set.stdout).toMatch(/latch-5 +baseline +1\n.*b +attached +–\n.*a +attached +–\n/s);
  expect(set.stdout).toContain("Unknown policies, which deny every request of the agent: b, a.\n");
  expect((await run("agents", "policies", "bot")).stdout).toBe(set.stdout);
  const cleared = await run("agents", "policies", "bot", "--clear", "--json");
  expect(JSON.parse(cleared.stdout).policies).toHaveLength(6);
  expect((await run("agents", "policies", "bot", "--clear", "--set", "a")).code).toBe(2);
});

test("a change of an agent shows the names in policies that became unknown", () => {
  const lines: string[] = [];
  const line = (...spans: Span[]): void =>
    void lines.push(spans.map((span) => (typeof span === "string" ? span : span.text)).join(""));
  showNameWarnings(
    [
      { policyId: "no-exports", code: "unknown_tool", name: "chart.export" },
      { policyId: "records", code: "unknown_entity_type", name: "record" },
    ],
    { line },
  );
  expect(lines).toEqual([
    'warning: policy no-exports: tool "chart.export" is not known',
    'warning: policy records: entity type "record" is not known',
  ]);
});
