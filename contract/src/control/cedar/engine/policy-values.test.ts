import { describe, expect, test } from "vitest";
import { type PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { policySet } from "../policy-set.ts";
import { decide, engine, permitAll, policy, request } from "./policy-engine.fixture.ts";

const forbid = (condition: string, annotation = "") =>
  policy(`${annotation} forbid (principal, action, resource) ${condition};`);
const limit = "context.numbers.args has amount && context.numbers.args.amount.";
const optional = forbid(`when { ${limit}greaterThan(decimal("100.0")) }`, '@absent("allow")');
const required = forbid(`unless { ${limit}lessThanOrEqual(decimal("100.0")) }`);
const withArgs = (args: Record<string, unknown>) => ({ args });

describe("a cap on an amount", () => {
  test.each([50, 99.5, 100, -0.0, 5e1])("allows %d", (amount) => {
    for (const cap of [optional, required]) {
      expect(decide([permitAll, cap], withArgs({ amount })).outcome).toBe("allow");
    }
  });

  test.each([100.5, 101, 1e21, 250_000.12345, 3 * 1100.1, "1000000", null, [500], {}])(
    "denies %o",
    (amount) => {
      for (const cap of [optional, required]) {
        expect(decide([permitAll, cap], withArgs({ amount })).outcome).toBe("deny");
      }
    },
  );

  test("allows an absent amount only if the amount is optional", () => {
    expect(decide([permitAll, optional], withArgs({})).outcome).toBe("allow");
    expect(decide([permitAll, required], withArgs({})).outcome).toBe("deny");
  });
});

/** Each reason as text: its code, and its message up to the first semicolon. */
const reasonsOf = (condition: string, members: Partial<PolicyRequest>, annotation?: string) =>
  decide([permitAll, forbid(`when { ${condition} }`, annotation)], members).reasons.map(
    ({ code, message }) => `${code}: ${message.replace(/;.*/, "")}`,
  );

describe("a value that policies cannot represent", () => {
  test("does not matter if no policy reads it", () => {
    const args = { note: 0.123456, amount: 5, nothing: null };
    expect(decide([permitAll, optional], withArgs(args)).outcome).toBe("allow");
  });

  test("denies if a policy reads a member above or below it", () => {
    const reads = "context.args.order.total > 5";
    expect(reasonsOf(reads, withArgs({ order: 1e21 }))).toEqual(["not_representable: /args/order is 1e+21"]);
    expect(reasonsOf(reads, withArgs({ order: { total: { cents: 1e21 } } }))).toEqual([
      "not_representable: /args/order/total/cents is 1e+21",
    ]);
    expect(reasonsOf(reads, withArgs({ order: { note: 1e21, total: 4 } }))).toEqual([
      expect.stringMatching(/^permitted: /),
    ]);
  });

  test.each<[string, string, Partial<PolicyRequest>]>([
    ["/args/a", "context.args has a", { args: { a: 1e21 } }],
    ["/args/a~1b", 'context.args["a/b"] == 1', { args: { "a/b": 1e21 } }],
    ["/action/properties/a", "context.action has a", { action: { name: "x", properties: { a: 1e21 } } }],
    ["/context/a", "context has a", { context: { a: 1e21 } }],
    [
      "/subject/properties/a",
      "principal has a",
      { subject: { type: "agent", id: "x", properties: { a: 1e21 } } },
    ],
    [
      "/resource/properties/a",
      "resource has a",
      { resource: { type: "tool", id: "x", properties: { a: 1e21 } } },
    ],
    ["/args/a", "context.numbers.args has a", { args: { a: 1e21 } }],
    [
      "/action/properties/a",
      "context.numbers.action has a",
      { action: { name: "x", properties: { a: 1e21 } } },
    ],
    ["/context/a", "context.numbers.context has a", { context: { a: 1e21 } }],
    [
      "/subject/properties/a",
      "context.numbers.principal has a",
      { subject: { type: "agent", id: "x", properties: { a: 1e21 } } },
    ],
    [
      "/resource/properties/a",
      "context.numbers.resource has a",
      { resource: { type: "tool", id: "x", properties: { a: 1e21 } } },
    ],
  ])("is named by its pointer: %s by %s", (pointer, condition, members) => {
    expect(reasonsOf(condition, members)).toEqual([`not_representable: ${pointer} is 1e+21`]);
  });

  test.each([
    ["null", null, "is null"],
    ["a fraction with 5 decimals", 0.12345, "is 0.12345"],
    ["an array with a null", [1, null], "contains null (/args/a/1)"],
    ["an array with a large number", [[1e21]], "contains 1e+21 (/args/a/0/0)"],
    ["an entity", { __entity: { type: "user", id: "ada" } }, 'is an object with the member "__entity"'],
    ["an extension value", { __extn: { fn: "ip", arg: "::1" } }, 'is an object with the member "__extn"'],
    ["an expression", { __expr: "1" }, 'is an object with the member "__expr"'],
  ])("%s denies in both forms", (_title, a, found) => {
    for (const condition of ["context.args has a", "context.numbers.args has a"]) {
      expect(reasonsOf(condition, withArgs({ a }))).toEqual([`not_representable: /args/a ${found}`]);
    }
  });

  test("that is whole and large denies in context.numbers only", () => {
    const args = { a: 9_007_199_254_740_991 };
    expect(decide([permitAll, forbid("when { context.args.a < 0 }")], { args }).outcome).toBe("allow");
    expect(reasonsOf("context.numbers.args has a", { args })).toEqual([
      "not_representable: /args/a is 9007199254740991",
    ]);
  });

  test("in the arguments themselves denies if a policy reads any argument", () => {
    expect(reasonsOf("context.args has a", withArgs({ __extn: 1 }))).toEqual([
      'not_representable: /args is an object with the member "__extn"',
    ]);
  });

  test("has a reason of the first policy that reads it, with a remedy", () => {
    const [first, second] = [
      forbid("when { context.args has b }"),
      forbid("when { context.args.a == context.args.b }"),
    ];
    expect(decide([permitAll, first, second], withArgs({ a: null, b: 1e21 })).reasons).toEqual([
      {
        policyId: first.id,
        version: 3,
        outcome: "deny",
        code: "not_representable",
        message:
          "/args/b is 1e+21; policies can represent whole numbers within ±9007199254740991 and numbers within ±922337203685477.5807 with at most 4 decimals.",
        remedy: "Round to 4 decimals, use minor units, or send text; leave out null members.",
      },
      expect.objectContaining({ policyId: second.id, message: expect.stringContaining("/args/a is null") }),
    ]);
  });

  test("is one of at most 20 reasons", () => {
    const args = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}`, null]));
    expect(reasonsOf("context.args == {}", { args })).toHaveLength(20);
  });
});

describe("a policy whose scope excludes the request", () => {
  test.each([
    ['principal == agent::"other", action, resource', false],
    ["principal is user, action, resource", false],
    ['principal is user in group::"x", action, resource', false],
    ['principal, action == Action::"read", resource', false],
    ['principal, action, resource == tool::"pay"', false],
    ["principal, action, resource is document", false],
    ['principal is agent, action == Action::"tools/call", resource == tool::"test.tool"', true],
    ['principal in group::"x", action, resource', true],
    ['principal, action in [Action::"read"], resource', true],
  ])("does not matter: with the scope (%s), the value matters: %o", (scope, counts) => {
    const reading = policy(`forbid (${scope}) when { context.args.amount > 1 };`);
    expect(decide([permitAll, reading], withArgs({ amount: 1e21 })).outcome).toBe(counts ? "deny" : "allow");
  });
});

describe('@nulls("absent")', () => {
  const nulls = '@nulls("absent")';
  const lenient = forbid(`when { ${limit}greaterThan(decimal("100.0")) }`, nulls);

  test("leaves out null members and null elements for the statement alone", () => {
    expect(decide([permitAll, lenient], withArgs({ amount: null })).outcome).toBe("allow");
    expect(decide([permitAll, lenient, optional], withArgs({ amount: null })).reasons[0]).toMatchObject({
      policyId: optional.id,
      code: "not_representable",
    });
    const contains = forbid("when { context.args.list == [1] }", nulls);
    expect(decide([permitAll, contains], withArgs({ list: [1, null] })).reasons[0]?.code).toBe(
      "policy_forbids",
    );
  });

  test("does not affect numbers", () => {
    expect(decide([permitAll, lenient], withArgs({ amount: 1e21 })).reasons[0]?.code).toBe(
      "not_representable",
    );
  });

  test("with another value has no effect", () => {
    const other = forbid("when { context.args has amount }", '@nulls("allow")');
    expect(decide([permitAll, other], withArgs({ amount: null })).reasons[0]?.code).toBe("not_representable");
  });
});

describe("in shadow mode", () => {
  test("a value that a policy cannot represent is a warning, and the other policies are evaluated", () => {
    const shadow = { ...required, mode: "shadow" as const };
    const other = { ...forbid("when { true }"), mode: "shadow" as const };
    const verdict = decide([permitAll, shadow, other], withArgs({ amount: 1e21 }));
    expect(verdict.outcome).toBe("allow");
    expect(verdict.shadow.map(({ policyId }) => policyId)).toEqual([other.id]);
    expect(verdict.warnings).toMatchObject([{ policyId: shadow.id, code: "shadow_policy_error" }]);
    expect(verdict.warnings[0]?.message).toContain("/args/amount is 1e+21");
  });
});

describe("the baseline beside a denial of the engine", () => {
  const suspended = request();
  const facts = { ...suspended.facts, agentActive: false, agentStatus: "suspended", riskRank: 2 };
  const codes = (policies: ReturnType<typeof policy>[], args = {}, unresolved: string[] = []) => {
    const set = policySet(policies, { baseline: true, unresolved });
    const found = { egress: [], secrets: [] };
    return engine.decide(set, { ...suspended, args, facts }, found).reasons.map(({ code }) => code);
  };

  test("comes first and has every latch that denies", () => {
    expect(codes([required], { amount: 1e21 })).toEqual(["agent_not_active", "not_representable"]);
    expect(codes([], {}, ["gone"])).toEqual(["agent_not_active", "policy_unresolved"]);
    expect(codes([policy(`// ${"x".repeat(70_000)}\nforbid (principal, action, resource);`)])).toEqual([
      "agent_not_active",
      "policy_too_large",
    ]);
    expect(codes([policy("permit everything")])).toEqual(["agent_not_active", "policy_error"]);
  });

  test("comes before a policy that fails, which comes before other policies", () => {
    const failing = forbid("when { context.args.missing }");
    expect(codes([forbid("when { true }"), failing])).toEqual([
      "agent_not_active",
      "approval_required",
      "policy_error",
      "policy_forbids",
    ]);
  });
});
