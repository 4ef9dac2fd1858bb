// Scenarios for what policies can and cannot see of the values in a request.
import type { Authorize } from "@assay/sdk";
import { expect } from "vitest";
import { decisionsIn } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const amountGiven = "context.numbers.args has amount && context.numbers.args.amount";
/** Caps an amount; a call without an amount passes. */
export const optionalCap = `@absent("allow")
forbid (principal is agent, action, resource == tool::"pay")
when { ${amountGiven}.greaterThan(decimal("100.0")) };`;
/** Caps an amount; a call without an amount is denied. */
export const requiredCap = `forbid (principal is agent, action, resource == tool::"pay")
unless { ${amountGiven}.lessThanOrEqual(decimal("100.0")) };`;

/**
 * Values of `args` as JSON text, each with the decision under the optional cap and under the required cap.
 */
const capped: readonly [string, boolean, boolean][] = [
  ...["50", "99.5", "100", "-0.0", "5e1"].map((text): [string, boolean, boolean] => [
    `{"amount":${text}}`,
    true,
    true,
  ]),
  ...["100.5", "101", "1e21", "250000.12345", "3300.2999999999997", '"1000000"', "null", "[500]", "{}"].map(
    (text): [string, boolean, boolean] => [`{"amount":${text}}`, false, false],
  ),
  ["{}", true, false],
  ['{"note":0.123456,"amount":5}', true, true],
];

/** Registers `payer` with a policy. */
async function newPayer({ assay }: Context, text: string, mode: "enforce" | "shadow" = "enforce") {
  await assay.control.agents.create({ id: "payer", tools: ["pay", "other"] });
  await assay.control.policies.create({ id: "cap", text, mode });
  await assay.control.agents.setPolicies("payer", { policyIds: ["cap"] });
}

const long = (context: string): string =>
  `{"subject":{"type":"agent","id":"payer"},"action":{"name":"tools/call"},"resource":{"type":"tool","id":"pay"},"context":${context}}`;

/** Returns the decisions of all endpoints on the same arguments. @param args the arguments as JSON text. */
async function decideEverywhere({ request }: Context, args: string): Promise<boolean[]> {
  const short = `{"agentId":"payer","tool":"pay","args":${args}}`;
  const evaluation = long(`{"args":${args}}`);
  const post = async (path: string, body: string) => expectBody(await request("POST", path, { body }), 200);
  const single = [
    await post("/api/policy/authorize", short),
    await post("/api/policy/authorize", evaluation),
    await post("/access/v1/evaluation", evaluation),
  ];
  const batch = await post("/api/policy/authorize/batch", `{"requests":[${short},${evaluation}]}`);
  const several = await post("/access/v1/evaluations", `{"evaluations":[${evaluation},${evaluation}]}`);
  const items = [...Object(batch).decisions, ...Object(several).evaluations] as unknown[];
  return [...single, ...items].map((one) => Boolean(Object(one).decision));
}

const everywhere = (decision: boolean): boolean[] => Array.from({ length: 7 }, () => decision);

const capScenario = (title: string, text: string, column: 1 | 2) =>
  scenario("authorize", 200, title, async (context) => {
    await newPayer(context, text);
    for (const row of capped) {
      expect(await decideEverywhere(context, row[0]), row[0]).toEqual(everywhere(row[column]));
    }
  });

/** Returns the reasons of a decision on a call, each as its code and JSON pointer. */
async function reasonsOf({ assay }: Context, call: Partial<Authorize>): Promise<string[]> {
  const base = {
    subject: { type: "agent", id: "payer" },
    action: { name: "tools/call" },
    resource: { type: "tool", id: "pay" },
  };
  const { reasons } = await assay.control.authorize({ ...base, ...call });
  return reasons.map(({ code, message }) => `${code} ${message.split(" ")[0] ?? ""}`);
}

export const policyValueScenarios = [
  capScenario("decides by an optional cap equally at each endpoint", optionalCap, 1),
  capScenario("decides by a required cap equally at each endpoint", requiredCap, 2),
  scenario("authorize", 200, "names each value that a policy reads and cannot represent", async (context) => {
    const reads = ["context.args has order.total", "context.action has a", "context has a"];
    const condition = [...reads, "principal has a", "resource has a"].join(" || ");
    await newPayer(context, `forbid (principal is agent, action, resource) when { ${condition} };`);
    const a = { a: 1e21, b: 1e21 };
    expect(await reasonsOf(context, { args: { order: 1e21, note: 1e21 } })).toEqual([
      "not_representable /args/order",
    ]);
    const everyPart = {
      subject: { type: "agent", id: "payer", properties: a },
      action: { name: "tools/call", properties: a },
      resource: { type: "tool", id: "pay", properties: a },
      context: a,
      args: { order: { total: null } },
    };
    expect((await reasonsOf(context, everyPart)).sort()).toEqual([
      "not_representable /action/properties/a",
      "not_representable /args/order/total",
      "not_representable /context/a",
      "not_representable /resource/properties/a",
      "not_representable /subject/properties/a",
    ]);
    const [, event] = await decisionsIn(context);
    expect(event?.data?.["reasons"]).toHaveLength(5);
  }),
  scenario(
    "authorize",
    200,
    "returns a remedy for a value that policies cannot represent",
    async (context) => {
      await newPayer(context, optionalCap);
      const { reasons, ...decision } = await context.assay.control.authorize({
        agentId: "payer",
        tool: "pay",
        args: { amount: 1e21 },
      });
      expect(reasons).toEqual([
        {
          policyId: "cap",
          version: 1,
          outcome: "deny",
          code: "not_representable",
          message:
            "/args/amount is 1e+21; context.numbers can represent numbers within ±922337203685477.5807 with at most 4 decimals.",
          remedy: "Round to 4 decimals, use minor units, or send text; leave out null members.",
        },
      ]);
      expect(decision.context).toMatchObject({ code: "not_representable" });
      expect(
        (await context.assay.control.authorize({ agentId: "payer", tool: "other", args: { amount: 1e21 } }))
          .decision,
      ).toBe(true);
    },
  ),
  scenario("authorize", 200, "only warns if the policy is in shadow mode", async (context) => {
    await newPayer(context, requiredCap, "shadow");
    const call = { agentId: "payer", tool: "pay", args: { amount: null } };
    expect(await context.assay.control.authorize(call)).toMatchObject({
      outcome: "allow",
      warnings: [{ policyId: "cap", code: "shadow_policy_error" }],
    });
  }),
  scenario("authorize", 200, "leaves out null for a statement that allows it", async (context) => {
    await newPayer(context, `@nulls("absent") ${optionalCap}`);
    const decide = async (amount: number | null) =>
      (await context.assay.control.authorize({ agentId: "payer", tool: "pay", args: { amount } })).decision;
    expect([await decide(null), await decide(100), await decide(101), await decide(1e21)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  }),
  scenario(
    "authzenSearchResource",
    200,
    "finds no resource whose stored values policies cannot represent",
    async (context) => {
      const { control } = context.assay;
      const text =
        "permit (principal is user, action, resource is record) when { context.limit > resource.limit };";
      await control.policies.create({ id: "limits", text });
      await control.entities.put({
        entities: [
          { type: "user", id: "ada" },
          { type: "record", id: "low", properties: { limit: 1 } },
          { type: "record", id: "high", properties: { limit: 9 } },
        ],
        actions: ["read"],
      });
      const search = async (limit: number) =>
        expectBody(
          await context.request("POST", "/access/v1/search/resource", {
            body: {
              subject: { type: "user", id: "ada" },
              action: { name: "read" },
              resource: { type: "record" },
              context: { limit },
            },
          }),
          200,
        );
      expect(await search(5)).toMatchObject({ results: [{ id: "low" }] });
      expect(await search(1e21)).toMatchObject({ results: [] });
    },
  ),
  scenario("testPolicy", 200, "denies such values in test cases", async ({ assay }) => {
    await assay.control.policies.create({ id: "cap", text: optionalCap });
    const resource = { type: "tool", id: "pay" };
    const tests = [1e21, null, 100.5, 100].map((given) => ({
      name: String(given),
      request: { resource, args: { amount: given } },
      expect: given === 100 ? ("none" as const) : ("deny" as const),
    }));
    expect(await assay.control.policies.test("cap", { tests })).toMatchObject({ passed: 4, failed: 0 });
  }),
  scenario("simulatePolicy", 200, "recomputes decisions on such values", async (context) => {
    await newPayer(context, "permit (principal is user, action, resource);");
    for (const given of [50, 1e21]) {
      await context.assay.control.authorize({ agentId: "payer", tool: "pay", args: { amount: given } });
    }
    const simulation = await context.assay.control.policies.simulate({ text: optionalCap });
    expect(simulation).toMatchObject({ replayed: 2, changed: [{ from: "allow", to: "deny" }] });
    expect(simulation.changed[0]?.because).toContain("/args/amount is 1e+21");
  }),
  scenario("authorize", 200, "names a suspended agent beside an unknown policy", async ({ assay }) => {
    await assay.control.agents.create({ id: "payer", tools: ["pay"] });
    await assay.control.agents.setPolicies("payer", { policyIds: ["gone"] });
    await assay.control.agents.suspend("payer", {});
    const decision = await assay.control.authorize({ agentId: "payer", tool: "other" });
    expect(decision.reasons.map(({ policyId, code }) => [policyId, code])).toEqual([
      ["latch-0", "agent_not_active"],
      ["latch-1", "tool_not_allowed"],
      ["gone", "policy_unresolved"],
    ]);
    expect(decision.policySet.policies.map(({ id }) => id)).toContain("latch-5");
  }),
];
