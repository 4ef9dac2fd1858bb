import v8 from "node:v8";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Assay } from "../../client/client.ts";
import { createMockAssay, failOnUnhandled } from "../index.ts";

const baseUrl = "https://policies.test";
const denyAll = "forbid (principal, action, resource);";
const capped = `@message("Orders over 100 wait.")
forbid (principal, action, resource) when { context.args has amount && context.args.amount > 100 };`;

/** Starts a mock with an agent. */
async function start(create: typeof createMockAssay) {
  const mistakes: Error[] = [];
  const mock = create({ baseUrl, onMistake: (error) => mistakes.push(error) });
  const server = setupServer(...mock.handlers);
  server.listen(failOnUnhandled);
  // The client's retries are enabled, so a retried mistake would be recorded more than once.
  const assay = new Assay({ apiKey: mock.apiKey, baseUrl });
  await assay.control.agents.create({ id: "bot", tools: ["pay"] });
  const attach = async (id: string, text: string, outcome?: "ask") => {
    await assay.control.policies.create({ id, text, ...(outcome && { outcome }) });
    await assay.control.agents.setPolicies("bot", { policyIds: [id] });
  };
  const pay = (amount: number) => assay.control.authorize({ agentId: "bot", tool: "pay", args: { amount } });
  return { mock, server, mistakes, assay, attach, pay };
}

type Started = Awaited<ReturnType<typeof start>>;

test("a mock loads the engine only after it has set the flag of V8 without which processes crash", async () => {
  const setFlags = vi.spyOn(v8, "setFlagsFromString");
  vi.resetModules();
  const { loadPolicyTools } = await import("./policy-tools.ts");
  expect(setFlags).not.toHaveBeenCalled();
  expect(await loadPolicyTools()).toBeDefined();
  expect(setFlags).toHaveBeenCalledWith("--no-turbo-inline-js-wasm-calls");
  setFlags.mockImplementation(() => {
    throw new Error("setFlagsFromString is not available");
  });
  vi.resetModules();
  expect(await (await import("./policy-tools.ts")).loadPolicyTools()).toBeDefined();
  setFlags.mockRestore();
});

describe("a mock with the package of the engine", () => {
  let started: Started;
  beforeEach(async () => {
    started = await start(createMockAssay);
  });
  afterEach(() => {
    started.server.close();
    if (started.mistakes.length > 0) throw new Error(`Mistakes: ${JSON.stringify(started.mistakes)}`);
  });

  test("evaluates the texts of attached policies", async () => {
    await started.attach("cap", capped, "ask");
    expect((await started.pay(100)).outcome).toBe("allow");
    expect(await started.pay(101)).toMatchObject({
      outcome: "ask",
      reasons: [{ policyId: "cap", message: "Orders over 100 wait." }],
    });
  });

  test("runs test cases", async () => {
    await started.attach("cap", capped);
    const request = { args: { amount: 500 } };
    const tests = [
      { name: "right", request, expect: "deny" as const },
      { name: "wrong", request, expect: "allow" as const },
    ];
    expect(await started.assay.control.policies.test("cap", { tests })).toMatchObject({
      passed: 1,
      failed: 1,
      results: [{ actual: "deny" }, { actual: "deny", messages: ["Orders over 100 wait."] }],
    });
  });

  test("uses the outcome that a test sets in place of a text, in every mode", async () => {
    const { attach, mock, pay, assay } = started;
    await attach("cap", capped);
    mock.world.policies.decides("cap", ({ args }) => (args["amount"] === 7 ? "ask" : "none"));
    expect((await pay(500)).outcome).toBe("allow");
    expect(await pay(7)).toMatchObject({ outcome: "ask", reasons: [{ policyId: "cap", version: 1 }] });
    mock.world.policies.decides("cap", "transform");
    expect((await pay(500)).outcome).toBe("transform");
    await assay.control.policies.replace("cap", { text: capped, mode: "shadow" });
    expect((await pay(500)).outcome).toBe("allow");
    const { events } = await assay.control.events.list({ type: "policy_decision", limit: 1 });
    expect(events).toMatchObject([{ data: { shadow: [{ policyId: "cap", outcome: "transform" }] } }]);
  });

  test("simulates drafts, and uses set outcomes in simulations", async () => {
    const { attach, mock, pay, assay } = started;
    await attach("cap", capped);
    await pay(50);
    const draft = { policyId: "cap", text: capped.replaceAll("100", "10") };
    const simulation = await assay.control.policies.simulate(draft);
    expect(simulation).toMatchObject({ replayed: 1, changed: [{ from: "allow", to: "deny" }] });
    mock.world.policies.decides("cap", "none");
    expect(await assay.control.policies.simulate(draft)).toMatchObject({ replayed: 1, changed: [] });
  });
});

describe("a mock without the package of the engine", () => {
  let started: Started;
  beforeAll(async () => {
    vi.resetModules();
    const resolve = () => {
      throw new Error("Cannot find module");
    };
    vi.spyOn(process, "getBuiltinModule").mockReturnValue({ createRequire: () => ({ resolve }) });
    started = await start((await import("../index.ts")).createMockAssay);
  });
  beforeEach(async () => {
    started.mock.reset();
    started.mistakes.length = 0;
    await started.assay.control.agents.create({ id: "bot", tools: ["pay"] });
  });
  afterAll(() => {
    vi.restoreAllMocks();
    started.server.close();
  });

  const install = "npm install --save-dev @cedar-policy/cedar-wasm";
  /** Expects one mistake with these texts, reported once. */
  async function expectMistake(call: Promise<unknown>, ...texts: string[]): Promise<void> {
    await expect(call).rejects.toMatchObject({ status: 421, code: "mock_mistake" });
    expect(started.mistakes.map(({ name }) => name)).toEqual(["MockMistake"]);
    for (const text of [install, ...texts]) expect(started.mistakes[0]?.message).toContain(text);
    started.mistakes.length = 0;
  }
  const arrange = 'world.policies.decides("all", …)';

  test("reports a mistake for a decision, a test, a simulation and a search by a policy", async () => {
    const { assay, attach, pay } = started;
    await attach("all", denyAll);
    await expectMistake(pay(1), 'Policy "all"', arrange);
    const tests = [{ name: "denies", expect: "deny" as const }];
    await expectMistake(assay.control.policies.test("all", { tests }), 'Policy "all"', arrange);
    await expectMistake(assay.control.policies.simulate({ policyId: "all" }), 'Policy "all"', arrange);
    await expectMistake(assay.control.policies.validate({ text: denyAll }), "validatePolicy");
    const body = {
      subject: { type: "agent" },
      action: { name: "tools/call" },
      resource: { type: "tool", id: "pay" },
    };
    const headers = { Authorization: `Bearer ${started.mock.apiKey}`, "Content-Type": "application/json" };
    const url = `${baseUrl}/access/v1/search/subject`;
    const search = async () => {
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      const answer: unknown = await response.json();
      if (!response.ok) throw answer;
    };
    await expectMistake(search(), 'Policy "all"', arrange);
    expect((await assay.control.events.list({ type: "policy_decision" })).events).toEqual([]);
  });

  test("decides and tests by the outcomes that a test sets", async () => {
    const { assay, attach, mock, pay } = started;
    await attach("all", denyAll);
    mock.world.policies.decides("all", ({ args }) => (args["amount"] === 1 ? "none" : "deny"));
    expect((await pay(1)).outcome).toBe("allow");
    expect(await pay(2)).toMatchObject({ outcome: "deny", reasons: [{ policyId: "all" }] });
    const tests = [{ name: "denies", request: { args: { amount: 1 } }, expect: "deny" as const }];
    expect(await assay.control.policies.test("all", { tests })).toMatchObject({
      passed: 0,
      failed: 1,
      results: [{ actual: "none" }],
    });
    expect(await assay.control.policies.simulate({ policyId: "all" })).toMatchObject({ replayed: 2 });
    expect(started.mistakes).toEqual([]);
  });

  test("decides and tests the baseline, and stores texts without a check of their types", async () => {
    const { assay, pay } = started;
    expect((await pay(1)).outcome).toBe("allow");
    const baseline = (await assay.control.policies.list()).filter((policy) => policy.baseline);
    expect(baseline.length).toBeGreaterThan(5);
    for (const { id } of baseline) {
      const { passed, failed } = await assay.control.policies.test(id);
      expect([id, passed > 0, failed]).toEqual([id, true, 0]);
    }
    const text = `// permit (\n@message("permit (") ${denyAll}`;
    expect(await assay.control.policies.create({ id: "p", text })).toMatchObject({
      validated: "syntax",
      outcome: "deny",
    });
    expect(started.mistakes).toEqual([]);
  });
});
