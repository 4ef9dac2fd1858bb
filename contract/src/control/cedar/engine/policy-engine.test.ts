import { loadCedar } from "./load-cedar.fixture.ts";
import { describe, expect, test } from "vitest";
import { policySet } from "../policy-set.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { decide, permitAll, policy, processClocks, request } from "./policy-engine.fixture.ts";

const forbid = (outcome: "deny" | "ask" | "transform", annotations = "") =>
  policy(`${annotations} forbid (principal, action, resource);`, { outcome, code: `by_${outcome}` });
const patch = `@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]")`;

describe("the precedence of outcomes", () => {
  test.each([
    [["deny", "ask", "transform"], "deny"],
    [["ask", "transform"], "ask"],
    [["transform"], "transform"],
  ] as const)("of %s is %s, and all policies are named", (outcomes, expected) => {
    const forbids = outcomes.map((outcome) => forbid(outcome, patch));
    const verdict = decide([...forbids.toReversed(), permitAll]);
    expect(verdict.outcome).toBe(expected);
    expect(verdict.reasons.map(({ policyId, code }) => [policyId, code])).toEqual(
      forbids.toReversed().map(({ id, code }) => [id, code]),
    );
    expect(verdict.transform).toEqual(expected === "transform" ? [{ op: "remove", path: "/ssn" }] : null);
  });

  test("an ask or a transform without a permit is a deny with its own code", () => {
    for (const outcome of ["ask", "transform"] as const) {
      const verdict = decide([forbid(outcome, patch)]);
      expect(verdict).toMatchObject({ outcome: "deny", transform: null });
      expect(verdict.reasons.map(({ code }) => code)).toEqual(["no_matching_permit", `by_${outcome}`]);
    }
  });

  test("a permit never overrides a forbid", () => {
    expect(decide([permitAll, forbid("deny"), permitAll]).outcome).toBe("deny");
  });

  test("an empty set denies", () => {
    expect(decide([])).toMatchObject({ outcome: "deny", reasons: [{ code: "no_matching_permit" }] });
  });
});

describe("policies read", () => {
  const permitWhen = (condition: string) =>
    policy(`permit (principal, action, resource) when { ${condition} };`);

  test.each([
    ["facts", 'context.facts.agentStatus == "active"'],
    ["several facts in a has", "context has facts.riskRank && context.facts has risk"],
    ["arguments", 'context.args.amount > 99 && context.args.tags.contains("x")'],
    ["decimals", 'context.args.ratio.lessThan(decimal("0.5"))'],
    ["properties of the action", 'context.action.channel == "web"'],
    ["context of the caller", 'context.purpose == "triage"'],
    ["id of the subject", 'principal.id == "test-agent"'],
    ["properties of the resource", 'resource.owner == "ada" && resource.id == "test.tool"'],
    ["all members at once", "context == context && context.facts == context.facts"],
    [
      "numbers",
      'context.numbers.args.amount == decimal("100.0") && context.numbers.resource.id == resource.id',
    ],
    ["members of a record in the policy itself", '{"Var": context.args.amount}["Var"] == 100'],
  ])("%s", (_title, condition) => {
    const members = {
      args: { amount: 100, tags: ["x", "y"], ratio: 0.25 },
      action: { name: "tools/call", properties: { channel: "web" } },
      context: { purpose: "triage" },
      resource: { type: "tool", id: "test.tool", properties: { owner: "ada", id: "forged" } },
    };
    expect(decide([permitWhen(condition)], members)).toMatchObject({ outcome: "allow" });
  });

  test("no facts, arguments or Cedar escapes that a caller forges", () => {
    const forged = {
      context: { facts: { agentStatus: "king" }, args: { amount: 1 }, action: { channel: "x" } },
      args: { owner: { __entity: { type: "user", id: "ada" } }, ip: { __extn: { fn: "ip", arg: "::1" } } },
    };
    expect(decide([permitWhen('context.facts.agentStatus == "king"')], forged).outcome).toBe("deny");
    expect(decide([permitWhen("context.args.amount == 1")], forged).outcome).toBe("deny");
    expect(decide([permitWhen('context.action.channel == "x"')], forged).outcome).toBe("deny");
    for (const condition of ['context.args.owner == user::"ada"', "!(context.args has ip)"]) {
      expect(decide([permitWhen(condition)], forged).reasons[0]?.code).toBe("not_representable");
    }
    const numbers = { context: { numbers: { args: { amount: 1 } } } };
    expect(decide([permitWhen('context.numbers.args.amount == decimal("1.0")')], numbers).outcome).toBe(
      "deny",
    );
  });

  test("escaped names of types that are not Cedar identifiers", () => {
    const members = { resource: { type: "todo-item", id: "7" } };
    expect(decide([policy("permit (principal, action, resource is T_todo_2d_item);")], members).outcome).toBe(
      "allow",
    );
  });
});

describe("shadow mode", () => {
  test("is reported and never affects the decision, neither as a forbid nor as a permit", () => {
    const shadowed = { ...forbid("deny"), mode: "shadow" as const };
    expect(decide([permitAll, shadowed])).toMatchObject({
      outcome: "allow",
      shadow: [{ policyId: shadowed.id, outcome: "deny" }],
    });
    expect(decide([{ ...permitAll, mode: "shadow" }])).toMatchObject({
      outcome: "deny",
      reasons: [{ code: "no_matching_permit" }],
      shadow: [{ policyId: permitAll.id, outcome: "allow" }],
    });
  });

  test("is a warning if it fails, is not valid Cedar, or crashes the engine", () => {
    for (const text of [
      "forbid (principal, action, resource) when { context.args.missing };",
      "forbid everything",
      `forbid (principal, action, resource) when { ${"(".repeat(5000)}true${")".repeat(5000)} };`,
    ]) {
      const verdict = decide([permitAll, policy(text, { mode: "shadow" })]);
      expect(verdict.outcome).toBe("allow");
      expect(verdict.warnings).toMatchObject([{ code: "shadow_policy_error" }]);
    }
  });
});

describe("annotations", () => {
  test("set message, remedy, obligation and warning if their statement determined the decision", () => {
    const texts = [
      '@message("Nurses may.") @obligation("log_access") @warning("Reviewed yearly.") permit (principal, action, resource);',
      '@message("Not at night.") @remedy("Come at day.") @obligation("page_officer") forbid (principal, action, resource) when { context.night };',
    ];
    const both = texts.map((text) => policy(text));
    const [nurses, night] = both;
    expect(decide(both, { context: { night: false } })).toMatchObject({
      outcome: "allow",
      reasons: [{ message: "Nurses may." }],
      obligations: [{ policyId: nurses?.id, obligation: "log_access" }],
      warnings: [{ policyId: nurses?.id, message: "Reviewed yearly." }],
    });
    expect(decide(both, { context: { night: true } })).toMatchObject({
      outcome: "deny",
      reasons: [{ message: "Not at night.", remedy: "Come at day.", code: "policy_forbids" }],
      obligations: [{ policyId: night?.id, obligation: "page_officer" }],
      warnings: [],
    });
  });
});

test("sets beyond the capacity replace each other, and each decides correctly", () => {
  const small = new PolicyEngine({ load: loadCedar, clocks: processClocks, capacity: 2 });
  const sets = ["a", "b", "c"].map((id) =>
    policySet([policy(`permit (principal == agent::"${id}", action, resource);`)], { baseline: false }),
  );
  for (const round of [0, 1]) {
    const outcomes = sets.map((set) =>
      ["a", "b", "c"].map(
        (id) => small.decide(set, request({ subject: { type: "agent", id } }), nothingFound).outcome,
      ),
    );
    expect(outcomes, `round ${round}`).toEqual([
      ["allow", "deny", "deny"],
      ["deny", "allow", "deny"],
      ["deny", "deny", "allow"],
    ]);
  }
});

test("cached outcomes apply only to the same set and request", () => {
  const mine = policySet([policy('permit (principal, action, resource) when { context.args.of == "me" };')], {
    baseline: false,
  });
  const theirs = policySet(
    [policy('permit (principal, action, resource) when { context.args.of == "them" };')],
    { baseline: false },
  );
  const separateEngine = new PolicyEngine({ load: loadCedar, clocks: processClocks });
  for (const round of [0, 1, 2]) {
    const outcomes = [mine, theirs].flatMap((set) =>
      ["me", "them"].map((of) => separateEngine.decide(set, request({ args: { of } }), nothingFound).outcome),
    );
    expect(outcomes, `round ${round}`).toEqual(["allow", "deny", "deny", "allow"]);
  }
});
