// Tests `assay authorize` with the mock.
import { expect, test } from "vitest";
import { assay, mock, useServers } from "../run/run-fixture.ts";

useServers();

const run = (...args: string[]) =>
  assay(args, { env: { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl }, columns: 200 });

test("authorize prints the decision with its reasons, and exits with 1 unless the call is allowed", async () => {
  await run("connect", "bot", "--tool", "chart.read");
  const allowed = await run("authorize", "bot", "chart.read", "--arg", "patient=p-1=2", "--args", '{"n": 1}');
  expect([allowed.code, allowed.stderr]).toEqual([0, ""]);
  expect(allowed.stdout).toMatch(
    /^allow\n {2}permitted latch-1 v1: The tool is one of those that the agent declares\.\n {2}evidence {2}event 2, decision dec_\w{26}\n$/,
  );
  expect(mock.calls.at(-1)?.body).toMatchObject({ args: { patient: "p-1=2", n: 1 } });
  const denied = await run("authorize", "bot", "chart.delete", "--session", "s");
  expect(denied.code).toBe(1);
  expect(denied.stdout).toContain(
    'deny\n  tool_not_allowed latch-1 v1: Agent "bot" does not declare the tool',
  );
  expect(denied.stdout).toContain("Add the tool to the agent's tools.");
  const pending = await run("authorize", "bot", "chart.read", "--context", '{"risk": "high"}', "--json");
  expect([pending.code, JSON.parse(pending.stdout)]).toMatchObject([1, { outcome: "ask", decision: false }]);
});

test("authorize reports invalid arguments before it sends a request, without repeating them", async () => {
  const calls = mock.calls.length;
  for (const [options, complaint] of [
    [["--arg", "patient"], '--arg is "patient"; it must have the form name=value.'],
    [["--args", "[1]"], '--args must be a JSON object, such as {"patient": "p-1042"}.'],
    [["--args", '{"n": 9007199254740993}'], '--args must be a JSON object, such as {"patient": "p-1042"}.'],
    [
      ["--args", '{"amount": 500, "\\u0061mount": 5}'],
      "--args: amount is repeated; each member must be unique.",
    ],
    [
      ["--context", '{"risk": "high", "risk": "low"}'],
      "--context: risk is repeated; each member must be unique.",
    ],
    [["--arg", "n=1", "--arg", "n=2"], 'The argument "n" is given more than once; give it once.'],
    [["--arg", "n=1", "--args", '{"n": 2}'], 'The argument "n" is given more than once; give it once.'],
    [["--context", "{secret"], '--context must be a JSON object, such as {"patient": "p-1042"}.'],
  ] as const) {
    const { code, stderr } = await run("authorize", "bot", "chart.read", ...options);
    expect([code, stderr]).toEqual([2, `error: ${complaint}\n`]);
  }
  expect(mock.calls).toHaveLength(calls);
});
