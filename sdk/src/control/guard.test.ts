import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Assay } from "../client/client.ts";
import type { Authorization } from "../generated/types.ts";
import { NotAuthorizedError } from "../errors/errors-guard.ts";
import { createMockAssay, failOnUnhandled } from "../msw/index.ts";

const mock = createMockAssay();
const server = setupServer(...mock.handlers);
beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());

const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
const { control } = assay;

beforeEach(async () => {
  mock.reset();
  await control.agents.create({ id: "bot", tools: ["chart.read", "chart.write"] });
});

describe("a guarded tool", () => {
  test("is called with the authorized arguments, and its result is returned", async () => {
    const read = control
      .guard("bot", { session: "visit-1" })
      .tool("chart.read", (args: { p: string }, decision) => [args.p, decision.outcome]);
    const args = { p: "one" };
    const answer = read(args);
    // A change made after the call is not part of the request.
    args.p = "another";
    expect(await answer).toEqual(["one", "allow"]);
    const { events } = await control.events.list({ type: "policy_decision" });
    expect(events).toMatchObject([{ session: "visit-1", data: { said: { args: { p: "one" } } } }]);
  });

  test("is not called if denied, and the error has the remedy", async () => {
    const run = vi.fn();
    const error: unknown = await control
      .guard("bot")
      .tool(
        "chart.delete",
        run,
      )({})
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotAuthorizedError);
    expect(error).toMatchObject({
      remedy: "Add the tool to the agent's tools.",
      decision: { outcome: "deny" },
      message: expect.stringContaining("chart.delete was not called (deny): Agent"),
    });
    expect(run).not.toHaveBeenCalled();
  });

  test.each([{ networkError: true }, { status: 503 }, { status: 500 }, { status: 401 }])(
    "is not called if the service fails: %o",
    async (failure) => {
      const run = vi.fn();
      mock.fail("authorize", failure);
      await expect(control.guard("bot").tool("chart.read", run)({})).rejects.toThrow();
      expect(run).not.toHaveBeenCalled();
    },
  );

  test("waits for the context of policies, and is not called if it fails", async () => {
    const run = vi.fn();
    const guard = (context: () => Promise<Record<string, unknown>>) =>
      control.guard("bot", { context }).tool("chart.read", run)({});
    await expect(guard(async () => ({ egress: ["10.0.0.1"] }))).rejects.toThrow(NotAuthorizedError);
    await expect(guard(async () => Promise.reject(new Error("no price")))).rejects.toThrow("no price");
    expect(run).not.toHaveBeenCalled();
  });

  test("is called once a human has approved the call", async () => {
    await control.settings.put({ toolRisk: { "chart.write": "high" } });
    const { secret } = await assay.apiKeys.create({ name: "Approver", scopes: ["approvals:decide"] });
    const approver = new Assay({ apiKey: secret, baseUrl: mock.baseUrl });
    const onAsk = vi.fn(async ({ context }: Authorization) => {
      await approver.control.approvals.decide(context.approvalId ?? "", { decision: "approve" });
      return true;
    });
    const write = control
      .guard("bot", { onAsk })
      .tool("chart.write", (_args: object, { outcome }) => outcome);
    expect(await write({ note: "Seen." })).toBe("allow");
    expect(onAsk).toHaveBeenCalledTimes(1);
  });

  test("is not called without approval, after a limited number of requests", async () => {
    await control.settings.put({ toolRisk: { "chart.write": "high" } });
    const run = vi.fn();
    const refused = control.guard("bot", { onAsk: () => false }).tool("chart.write", run);
    await expect(refused({})).rejects.toThrow(NotAuthorizedError);
    const onAsk = vi.fn(() => true);
    await expect(control.guard("bot", { onAsk }).tool("chart.write", run)({})).rejects.toThrow(
      NotAuthorizedError,
    );
    expect(onAsk).toHaveBeenCalledTimes(20);
    expect(run).not.toHaveBeenCalled();
  });

  test("is called with changed arguments only if the caller accepts them", async () => {
    const text = '@transform("[]") forbid (principal, action, resource);';
    await control.policies.create({
      id: "cap",
      text: text.replace('"[]"', JSON.stringify('[{"op":"replace","path":"/limit","value":10}]')),
      outcome: "transform",
    });
    await control.agents.setPolicies("bot", { policyIds: ["cap"] });
    mock.world.policies.decides("cap", "transform");
    const run = vi.fn((args: { limit: number }) => args.limit);
    await expect(control.guard("bot").tool("chart.read", run)({ limit: 500 })).rejects.toThrow(
      NotAuthorizedError,
    );
    expect(run).not.toHaveBeenCalled();
    const onTransform = (changed: Record<string, unknown>) => changed;
    expect(await control.guard("bot", { onTransform }).tool("chart.read", run)({ limit: 500 })).toBe(10);
  });

  test("is called once the caller has fulfilled the obligations of the decision", async () => {
    await control.policies.create({
      id: "masked",
      text: `@obligation("mask names") permit (principal is agent, action, resource == tool::"chart.read");`,
    });
    await control.agents.setPolicies("bot", { policyIds: ["masked"] });
    const run = vi.fn((_args: object, { outcome }: Authorization) => outcome);
    await expect(control.guard("bot").tool("chart.read", run)({ p: "one" })).rejects.toThrow(
      "chart.read was not called (allow): the decision has obligations, and onObligations did not return true.",
    );
    expect(run).not.toHaveBeenCalled();
    const onObligations = vi.fn(() => true);
    expect(await control.guard("bot", { onObligations }).tool("chart.read", run)({ p: "one" })).toBe("allow");
    expect(onObligations).toHaveBeenCalledExactlyOnceWith(
      [{ policyId: "masked", obligation: "mask names" }],
      expect.objectContaining({ outcome: "allow" }),
      { tool: "chart.read", args: { p: "one" } },
    );
    expect(await control.guard("bot", { onObligations }).tool("chart.write", run)({})).toBe("allow");
    expect(onObligations).toHaveBeenCalledTimes(1);
  });

  test("recognizes the decision on its own call, with any arguments and context", async () => {
    const samples: object[] = [
      { 10: "a", 9: "b", a: { z: 1, A: 2 } },
      { n: -0, f: 1e21, s: 0.1, big: 9_007_199_254_740_991 },
      {
        text: "\u20ac\u2028\ud83d\ude00\u0001",
        date: new Date(0),
        gone: undefined,
        list: [undefined, 1, null],
      },
    ];
    for (const sample of samples) {
      const context = { ...sample, note: sample, args: sample };
      const read = control.guard("bot", { context, session: "s" }).tool("chart.read", () => "read");
      expect(await read(sample)).toBe("read");
    }
  });
});
