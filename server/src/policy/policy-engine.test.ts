import type { PolicyRequest } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import { type EffectivePolicy, effectiveSet } from "./effective-set.ts";
import { PolicyEngine } from "./policy-engine.ts";
import { requestOfCase } from "./run-policy-case.ts";

// The clock stands: how fast the machine is at the moment decides nothing here.
const engine = new PolicyEngine({ clock: () => 0 });

let made = 0;
function policy(text: string, further: Partial<EffectivePolicy> = {}): EffectivePolicy {
  made += 1;
  return {
    id: `p${made}`,
    version: 3,
    digest: `digest-${made}`,
    name: `Policy ${made}`,
    text,
    mode: "enforce",
    outcome: text.includes("forbid") ? "deny" : null,
    code: null,
    ...further,
  };
}

const permitAll = policy("permit (principal, action, resource);");
const request = (asked: Partial<PolicyRequest> = {}): PolicyRequest => ({
  ...requestOfCase({ name: "", expect: "none" }),
  ...asked,
});
const decide = (policies: readonly EffectivePolicy[], asked: Partial<PolicyRequest> = {}) =>
  engine.decide(effectiveSet(policies, { baseline: false }), request(asked));

const forbid = (outcome: "deny" | "ask" | "transform", annotations = "") =>
  policy(`${annotations} forbid (principal, action, resource);`, { outcome, code: `by_${outcome}` });
const patch = `@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]")`;

describe("the strength of outcomes", () => {
  test.each([
    [["deny", "ask", "transform"], "deny"],
    [["ask", "transform"], "ask"],
    [["transform"], "transform"],
  ] as const)("%s come out as %s, and all are named", (outcomes, expected) => {
    const forbids = outcomes.map((outcome) => forbid(outcome, patch));
    const verdict = decide([...forbids.toReversed(), permitAll]);
    expect(verdict.outcome).toBe(expected);
    expect(verdict.reasons.map(({ policyId, code }) => [policyId, code])).toEqual(
      forbids.toReversed().map(({ id, code }) => [id, code]),
    );
    expect(verdict.transform).toEqual(expected === "transform" ? [{ op: "remove", path: "/ssn" }] : null);
  });

  test("an ask or a transform of what nothing permits is a deny that says so", () => {
    for (const outcome of ["ask", "transform"] as const) {
      const verdict = decide([forbid(outcome, patch)]);
      expect(verdict).toMatchObject({ outcome: "deny", transform: null });
      expect(verdict.reasons.map(({ code }) => code)).toEqual(["no_matching_permit", `by_${outcome}`]);
    }
  });

  test("a permit never lifts a forbid", () => {
    expect(decide([permitAll, forbid("deny"), permitAll]).outcome).toBe("deny");
  });

  test("an empty set denies", () => {
    expect(decide([])).toMatchObject({ outcome: "deny", reasons: [{ code: "no_matching_permit" }] });
  });
});

describe("what policies see", () => {
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
    ["everything at once", "context == context && context.facts == context.facts"],
    ["members of a record of the policy's own", '{"Var": context.args.amount}["Var"] == 100'],
  ])("%s", (_title, condition) => {
    const asked = {
      args: { amount: 100, tags: ["x", "y"], ratio: 0.25, nothing: null },
      action: { name: "tools/call", properties: { channel: "web" } },
      context: { purpose: "triage" },
      resource: { type: "tool", id: "test.tool", properties: { owner: "ada", id: "forged" } },
    };
    expect(decide([permitWhen(condition)], asked)).toMatchObject({ outcome: "allow" });
  });

  test("a caller cannot say facts, arguments, or Cedar's escapes", () => {
    const forged = {
      context: { facts: { agentStatus: "king" }, args: { amount: 1 }, action: { channel: "x" } },
      args: { owner: { __entity: { type: "user", id: "ada" } }, ip: { __extn: { fn: "ip", arg: "::1" } } },
    };
    expect(decide([permitWhen('context.facts.agentStatus == "king"')], forged).outcome).toBe("deny");
    expect(decide([permitWhen("context.args.amount == 1")], forged).outcome).toBe("deny");
    expect(decide([permitWhen('context.action.channel == "x"')], forged).outcome).toBe("deny");
    expect(decide([permitWhen('context.args.owner == user::"ada"')], forged).outcome).toBe("deny");
    expect(
      decide([permitWhen("context.args has owner && !(context.args.owner has __entity)")], forged),
    ).toMatchObject({ outcome: "allow" });
  });

  test("types that are no Cedar identifiers are escaped", () => {
    const asked = { resource: { type: "todo-item", id: "7" } };
    expect(decide([policy("permit (principal, action, resource is T_todo_2d_item);")], asked).outcome).toBe(
      "allow",
    );
  });
});

describe("whatever goes wrong is a deny", () => {
  test("a forbid that errs, though the engine skips it", () => {
    const erring = policy("forbid (principal, action, resource) when { context.args.missing };");
    const verdict = decide([permitAll, erring]);
    expect(verdict).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: erring.id, code: "policy_error", version: 3 }],
    });
    expect(verdict.reasons[0]?.message).toContain("missing");
  });

  test("a permit that errs beside one that holds", () => {
    const erring = policy("permit (principal, action, resource) when { context.args.missing };");
    expect(decide([permitAll, erring])).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: erring.id }],
    });
  });

  test("a text that is no Cedar", () => {
    const broken = policy("permit everything");
    expect(decide([permitAll, broken])).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: broken.id, code: "policy_error" }],
    });
  });

  test("a policy that is attached and does not exist", () => {
    const set = effectiveSet([permitAll], { baseline: false, unresolved: ["gone"] });
    expect(engine.decide(set, request())).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: "gone", version: null, code: "policy_unresolved" }],
    });
  });

  test("more than 64 KiB of arguments, or of text", () => {
    const long = "x".repeat(64 * 1024);
    expect(decide([permitAll], { args: { long } }).reasons[0]?.code).toBe("policy_too_large");
    expect(
      decide([permitAll, policy(`// ${long}\nforbid (principal, action, resource);`)]).reasons[0]?.code,
    ).toBe("policy_too_large");
  });

  test("arguments that are nested too deeply to be looked at, when they are looked at", () => {
    let args: Record<string, unknown> = {};
    for (let depth = 0; depth < 100; depth += 1) args = { args };
    expect(decide([permitAll], { args }).outcome).toBe("allow");
    const looking = policy("permit (principal, action, resource) when { context.args has x };");
    expect(decide([looking], { args }).reasons[0]?.code).toBe("policy_too_large");
  });

  test("an evaluation of more than 50 ms, seen after the fact", () => {
    let now = 0;
    const set = effectiveSet([permitAll], { baseline: false });
    const late = new PolicyEngine({ clock: () => (now += 51) });
    expect(late.decide(set, request())).toMatchObject({
      outcome: "deny",
      reasons: [{ code: "policy_slow", message: "The policies took 51 ms; at most 50 ms are allowed." }],
    });
    // A single pause of the machine is no such thing.
    const readings = [0, 51, 51, 101];
    const paused = new PolicyEngine({ clock: () => readings.shift() ?? 0 });
    expect(paused.decide(set, request()).outcome).toBe("allow");
  });

  test("a policy that really is slow", () => {
    // As much as fits into 64 KiB: 1,200 comparisons of two sets of 4,000 numbers each.
    const numbers = Array.from({ length: 4000 }, (_, index) => index);
    const costly = Array.from({ length: 100 }, () => "context.args.a.containsAll(context.args.b)").join(
      " && ",
    );
    const slow = Array.from({ length: 12 }, () =>
      policy(`permit (principal, action, resource) when { ${costly} };`),
    );
    const set = effectiveSet(slow, { baseline: false });
    const verdict = new PolicyEngine().decide(set, request({ args: { a: numbers, b: numbers } }));
    expect(verdict).toMatchObject({ outcome: "deny", reasons: [{ code: "policy_slow" }] });
  });

  test("a text that breaks the engine, and the next decision is made as if nothing had been", () => {
    const deep = policy(
      `permit (principal, action, resource) when { ${"(".repeat(5000)}true${")".repeat(5000)} };`,
    );
    for (let round = 0; round < 4; round += 1) {
      expect(decide([deep])).toMatchObject({ outcome: "deny", reasons: [{ code: "policy_error" }] });
      expect(decide([permitAll]).outcome).toBe("allow");
    }
  });
});

describe("shadow mode", () => {
  test("is reported and never counts, neither as a forbid nor as a permit", () => {
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

  test("is a warning when it errs, is no Cedar, or breaks the engine", () => {
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
  test("give message, remedy, obligation and warning of what determined the decision", () => {
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

test("sets beyond the capacity take turns, and each decides as it should", () => {
  const small = new PolicyEngine({ capacity: 2 });
  const sets = ["a", "b", "c"].map((id) =>
    effectiveSet([policy(`permit (principal == agent::"${id}", action, resource);`)], { baseline: false }),
  );
  for (const round of [0, 1]) {
    const outcomes = sets.map((set) =>
      ["a", "b", "c"].map((id) => small.decide(set, request({ subject: { type: "agent", id } })).outcome),
    );
    expect(outcomes, `round ${round}`).toEqual([
      ["allow", "deny", "deny"],
      ["deny", "allow", "deny"],
      ["deny", "deny", "allow"],
    ]);
  }
});
