import { describe, expect, test } from "vitest";
import { loadCedar } from "./load-cedar.fixture.ts";
import { decide, permitAll, policy, stoppedClocks, engine, request } from "./policy-engine.fixture.ts";
import { CostBudget } from "../../../domain/policy/cost/cost-budget.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { policySet } from "../policy-set.ts";
import { TextChecker } from "../text/text-checker.ts";

const matching = (run: number, path = "context.args.text") =>
  `forbid (principal, action, resource) when { ${path} like "*${"a".repeat(run)}b" };`;
const checker = new TextChecker(loadCedar);

describe("a decision beyond the budget", () => {
  const text = "x".repeat(62_000);

  test("is denied without a call of the engine, and the reason names policy and path", () => {
    let calls = 0;
    const counting = new PolicyEngine({
      load: () => {
        const cedar = loadCedar();
        return {
          ...cedar,
          statefulIsAuthorized: (call) => {
            calls += 1;
            return cedar.statefulIsAuthorized(call);
          },
        };
      },
      clocks: stoppedClocks,
    });
    const slow = policy(matching(899));
    const set = policySet([permitAll, slow], { baseline: false });
    expect(counting.decide(set, request({ args: { text } }), nothingFound)).toMatchObject({
      outcome: "deny",
      reasons: [
        {
          code: "policy_slow",
          message: expect.stringMatching(
            /^The policies would cost 56,45\d,\d{3} steps; at most 10,000,000 are allowed\.$/,
          ),
          remedy: `Shorten context.args.text, or the pattern with which policy "${slow.id}" matches it.`,
        },
      ],
    });
    expect(calls).toBe(0);
    counting.decide(set, request({ args: { text: "short" } }), nothingFound);
    expect(calls).toBe(1);
  });

  test.each([
    ["a text that is short", matching(899), "short"],
    ["100 letters in the pattern and 60,000 in the text", matching(99), "x".repeat(60_000)],
    ["another action", matching(899).replace("action,", 'action == Action::"other",'), text],
  ])("does not include %s", (_title, policyText, value) => {
    expect(decide([permitAll, policy(policyText)], { args: { text: value } }).outcome).toBe("allow");
  });

  test("counts texts of entities and of facts", () => {
    const named = policy(matching(899, "principal.name"));
    const subject = { type: "agent", id: "a", properties: { name: text } };
    expect(decide([permitAll, named], { subject }).reasons[0]?.code).toBe("policy_slow");
  });

  test("skips policies in shadow mode alone, with a warning", () => {
    const verdict = decide([permitAll, policy(matching(899), { mode: "shadow" })], { args: { text } });
    expect(verdict).toMatchObject({
      outcome: "allow",
      shadow: [],
      warnings: [{ code: "shadow_policy_error", message: expect.stringContaining("at most 10,000,000") }],
    });
  });

  test("counts sets of large values, and a like inside a record with a member named like", () => {
    const numbers = Array.from({ length: 11_000 }, (_, index) => index);
    const set = `[${Array.from({ length: 2000 }, () => "context.args.a").join(", ")}]`;
    const comparing = policy(`forbid (principal, action, resource) when { ${set} == [] };`);
    expect(decide([permitAll, comparing], { args: { a: numbers } }).reasons[0]).toMatchObject({
      code: "policy_slow",
      remedy: `Shorten the lists that policy "${comparing.id}" compares.`,
    });
    const hidden = `{"like": ((context.args.text like "*${"a".repeat(4000)}b*") || false)}["like"]`;
    const record = policy(`forbid (principal, action, resource) when { ${hidden} };`);
    expect(decide([permitAll, record], { args: { text } }).reasons[0]?.code).toBe("policy_slow");
  });

  test("counts the values that are passed to the engine, and names their path and policy", () => {
    const cap = policy(
      `@absent("allow") forbid (principal, action, resource) when { context.numbers.args has amount && context.numbers.args.amount == decimal("1.0") };`,
    );
    const amounts = (count: number) => ({ args: { amount: Array.from({ length: count }, () => 1) } });
    expect(decide([permitAll, cap], amounts(500)).outcome).toBe("allow");
    expect(decide([permitAll, cap], amounts(30_000)).reasons[0]).toMatchObject({
      code: "policy_slow",
      // 30,000 × (15,000 + 7 × 10 + 3 × 10) × 19/16: the elements of the set are at depth 4.
      message: expect.stringMatching(/^The policies would cost 566,\d{3},\d{3} steps;/),
      remedy: `Send fewer values in context.numbers.args.amount, which policy "${cap.id}" reads.`,
    });
    const plain = policy(
      'forbid (principal, action, resource) when { context.args has note && context.args.note == "x" };',
    );
    for (const item of [0.1, {}, [], "", { a: 1 }]) {
      const args = { note: Array.from({ length: 7500 }, () => item) };
      expect(decide([permitAll, plain], { args }).reasons[0]?.code).toBe("policy_slow");
    }
  });

  test("is the sum of all statements in scope", () => {
    const several = [1, 2, 3].map(() => policy(matching(60)));
    const costs = { args: { text: "x".repeat(60_000) } };
    expect(decide([permitAll, ...several.slice(0, 2)], costs).outcome).toBe("allow");
    expect(decide([permitAll, ...several], costs).reasons[0]?.code).toBe("policy_slow");
  });
});

describe("policies in shadow mode", () => {
  const text = Array.from(
    { length: 400 },
    (_, index) => `forbid (principal, action, resource) when { context.args.a${index} == 1 };`,
  ).join("\n");
  const reading = `forbid (principal, action, resource) when { context.args has list && context.args.list.contains(1) };`;
  const shadows = [permitAll, policy(reading, { mode: "shadow" }), policy(text, { mode: "shadow" })];

  test("are compared once with all values of an array that they cannot represent", () => {
    const { warnings, outcome } = decide(shadows, {
      args: { list: Array.from({ length: 300 }, () => null) },
    });
    expect([outcome, warnings[0]?.message]).toEqual(["allow", expect.stringContaining("(/args/list/0)")]);
  });

  test("are skipped if a call has too many different values that they cannot represent", () => {
    const list = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`m${index}`, null]));
    const { warnings, outcome, shadow } = decide(shadows, { args: { list } });
    expect([outcome, shadow, warnings]).toMatchObject([
      "allow",
      [],
      [
        {
          code: "shadow_policy_error",
          message: expect.stringContaining("26 values that policies cannot represent"),
        },
      ],
    ]);
  });

  test("do not deny if the values that they read are nested too deeply", () => {
    let list: unknown = 1;
    for (let depth = 0; depth < 40; depth += 1) list = [list];
    const { warnings, outcome } = decide(shadows, { args: { list } });
    expect([outcome, warnings[0]?.message]).toEqual(["allow", expect.stringContaining("32 levels")]);
  });

  test("have a budget of their own in a request", () => {
    const args = { text: "x".repeat(9000) };
    const set = policySet([permitAll, policy(matching(899), { mode: "shadow" })], { baseline: false });
    const budget = new CostBudget();
    const verdicts = Array.from({ length: 30 }, () =>
      engine.decide(set, request({ args }), nothingFound, null, budget.share()),
    );
    expect(verdicts.filter(({ outcome }) => outcome === "allow")).toHaveLength(30);
    // 9,001 × 901 steps for each decision, and 20,000,000 for all of them.
    expect(verdicts.filter(({ warnings }) => warnings.length === 0)).toHaveLength(2);
    expect(budget.hasRefused).toBe(false);
  });
});

describe("the budget of a request", () => {
  /** 9,000,000 steps: (9,988 + 1) × (900 + 1), and the nodes. */
  const args = { text: "x".repeat(9988) };
  const set = policySet([permitAll, policy(matching(899))], { baseline: false });
  const outcomes = (count: number) => {
    const budget = new CostBudget();
    const decideOne = () =>
      engine.decide(set, request({ args }), nothingFound, null, budget.share()).reasons[0]?.code;
    return Array.from({ length: count }, decideOne);
  };

  test("evaluates 11 of 100 decisions that cost 9,000,000 steps each", () => {
    expect(outcomes(100).filter((code) => code === "permitted")).toHaveLength(11);
    expect(outcomes(13).slice(10)).toEqual(["permitted", "policy_slow", "policy_slow"]);
  });

  test("counts a decision once, even if it is evaluated again", () => {
    const share = new CostBudget(10_000_000).share();
    const twice = () => engine.decide(set, request({ args }), nothingFound, null, share).outcome;
    expect([twice(), twice()]).toEqual(["allow", "allow"]);
  });

  test("counts the evaluation of changed arguments", () => {
    const patch = JSON.stringify(JSON.stringify([{ op: "add", path: "/done", value: true }]));
    const changing = policy(
      `@transform(${patch}) forbid (principal, action, resource) unless { context.args has done };`,
      { outcome: "transform" },
    );
    const both = policySet([permitAll, changing, policy(matching(899))], { baseline: false });
    const decideOnce = (limit: number) =>
      engine.decide(both, request({ args }), nothingFound, null, new CostBudget(limit).share()).outcome;
    expect([decideOnce(19_000_000), decideOnce(17_000_000)]).toEqual(["transform", "deny"]);
  });

  test("does not limit decisions whose policies cost little for every request", () => {
    const cheap = policySet([permitAll], { baseline: false });
    const budget = new CostBudget();
    const decideOne = () =>
      engine.decide(cheap, request(), nothingFound, null, budget.share()).outcome === "allow";
    expect(Array.from({ length: 5000 }, decideOne).every(Boolean)).toBe(true);
  });
});

describe("a stored text", () => {
  test("is refused beyond the budget for values of 1,024 characters, at the costliest like", () => {
    const statements = Array.from({ length: 60 }, (_, index) =>
      matching(index === 7 ? 901 : 900).replace("context.args.text", "context.args . text"),
    );
    expect(checker.check(statements.join("\n")).errors).toEqual([
      expect.objectContaining({ code: "policy_too_costly", line: 8, column: 65 }),
    ]);
  });

  test("gives a warning with the longest text that passes", () => {
    const { errors, warnings } = checker.check(matching(900));
    expect(errors).toEqual([]);
    expect(
      warnings.map(({ code, message }) => [code, /than ([\d,]+) characters/.exec(message)?.[1]]),
    ).toEqual([["slow_with_long_text", expect.stringMatching(/^11,08\d$/)]]);
  });

  test("gives no finding if it stays within the budget for the longest values", () => {
    const { errors, warnings } = checker.check(matching(100));
    expect([errors, warnings.filter(({ code }) => code === "slow_with_long_text")]).toEqual([[], []]);
  });
});
