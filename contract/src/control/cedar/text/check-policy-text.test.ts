import { loadCedar } from "../engine/load-cedar.fixture.ts";
import { describe, expect, test } from "vitest";
import { TextChecker } from "./text-checker.ts";

const checker = new TextChecker(loadCedar);
const check = (text: string) => checker.check(text);
const when = (condition: string): string =>
  `permit (principal is agent, action, resource)\nwhen { ${condition} };`;

describe("strict checks", () => {
  test("find a misspelled fact and its position", () => {
    // `when { ` has 7 characters, so the condition starts in column 8.
    expect(check(when('context.facts.rsik == "high"'))).toMatchObject({
      validated: "strict",
      errors: [
        {
          line: 2,
          column: 8,
          endLine: 2,
          endColumn: 26,
          message: expect.stringMatching(
            /^attribute `facts\.rsik` in context .* not found; did you mean `risk`\?$/,
          ),
        },
      ],
    });
  });

  test("count columns in characters, not bytes", () => {
    const text = `// ünïcödé 👩‍⚕️\n${when('"é👍" == context.facts.agentActive')}`;
    expect(check(text).errors[0]).toMatchObject({ line: 3, column: 8 });
  });

  test("find a comparison of different types and an unknown attribute of agents", () => {
    expect(check(when('context.facts.riskRank > "high"')).errors).toHaveLength(1);
    expect(check(when('principal.department == "x"')).errors[0]?.message).toContain("department");
  });

  test("accept the types of stored entities with any name", () => {
    const text =
      'permit (principal is user, action == Action::"read", resource is T_todo_2d_item) when { resource has owner && resource.owner == principal.id };';
    const types = [
      { type: "user", attributes: { id: "String" } },
      { type: "todo-item", attributes: { owner: "String" } },
    ];
    expect(checker.check(text, types)).toMatchObject({ validated: "strict", errors: [] });
    expect(checker.check(text.replace("owner ==", "ownr =="), types).errors).toHaveLength(1);
    expect(check(text)).toMatchObject({ validated: "syntax", errors: [] });
  });

  test.each([
    "context.facts.riskRank > 0 && !(context.facts has aproved)",
    "context has facts.aproved || context.facts.riskRank > 0",
    'context.args has n && context.facts has aproved && context.args.n == "x"',
  ])("find a misspelled fact in has: %s", (condition) => {
    const fault = {
      line: 2,
      message: expect.stringMatching(/^fact "aproved" does not exist; the facts are /),
    };
    expect(check(when(condition)).errors).toMatchObject([fault]);
    expect(check(when(condition.replace("aproved", "approved"))).errors).toEqual([]);
  });

  test("warn of a policy that can never apply", () => {
    expect(check(when("false"))).toMatchObject({
      errors: [],
      warnings: [{ line: 1, column: 1, message: expect.stringContaining("impossible") }],
    });
  });
});

describe("a text that names types or members that only requests define", () => {
  test.each([
    "context.args.amount > 100",
    'context has purpose && context.purpose == "care"',
    'principal in team::"night"',
  ])("is checked for its syntax only: %s", (condition) => {
    expect(check(when(condition))).toMatchObject({ validated: "syntax", errors: [] });
  });

  test.each([
    'principal is agent in team::"night", action, resource',
    'principal in team::"night", action, resource',
    'principal, action, resource is tool in folder::"ward"',
  ])("is found in each form of a scope: %s", (scope) => {
    expect(check(`forbid (${scope});`)).toMatchObject({ validated: "syntax", errors: [] });
  });

  test("must still use existing facts", () => {
    expect(check(when("context.args.amount > 100 && context.facts.aproved")).errors).toMatchObject([
      { line: 2, column: 51, message: expect.stringContaining('fact "aproved" does not exist') },
    ]);
  });
});

describe("invalid texts", () => {
  test("are reported with all errors of the parser", () => {
    expect(
      check(when("foo(1) && 9223372036854775808 == 1")).errors.map(({ line, column }) => [line, column]),
    ).toEqual([
      [2, 8],
      [2, 18],
    ]);
  });

  test("include texts without a policy and templates", () => {
    expect(check("// nothing").errors[0]?.message).toBe("the policy text contains no policy");
    expect(check("permit (principal == ?principal, action, resource);").errors[0]?.message).toContain(
      "template",
    );
  });

  const nested = (open: string, close: string, depth: number): string =>
    when(`${open.repeat(depth)}true${close.repeat(depth)} == true`);
  test.each([
    ["parentheses", nested("(", ")", 200)],
    ["sets", nested("[", "]", 100)],
    ["records", nested("{a: ", "}", 1000)],
    ["sums", when(`1${" + 1".repeat(5000)} == 2`)],
    ["conjunctions", when(`true${" && true".repeat(5000)}`)],
    ["clauses", `forbid (principal, action, resource)${" when { true }".repeat(4000)};`],
    ["members of has", when(`context has a${".a".repeat(5000)}`)],
    ["members", when(`context${".a".repeat(5000)}`)],
    ["conditionals", when(`${"if true then ".repeat(1000)}true${" else false".repeat(1000)}`)],
  ])("that would crash the engine do not affect the next check: %s", (_title, text) => {
    const { errors } = check(text);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(/too deeply|more than 32 deep|the greatest depth is 64/);
    expect(check(when("context.facts.agentActive")).errors).toEqual([]);
  });

  test("include brackets after a comment that a carriage return ends", () => {
    const text = `// note\r${nested("(", ")", 200).replace("\n", " ")}`;
    expect(check(text).errors[0]?.message).toMatch(/more than 32 deep/);
  });

  test("do not include brackets in strings and comments", () => {
    expect(check(when(`"${"(".repeat(99)}" == "" // ${"(".repeat(99)}\n`)).errors).toEqual([]);
  });
});

test("the refusal of a costly text without like advises about conditions", () => {
  const names = Array.from({ length: 61 }, () => "x").join(".");
  const text = Array.from({ length: 60 }, () => when(`context has ${names}`)).join("\n");
  expect(check(text).errors[0]?.message).toMatch(/ steps .*; use fewer conditions, or shorter ones$/);
});

describe("a text that takes long to check", () => {
  const many = (count: number, part: (index: number) => string, separator: string): string =>
    Array.from({ length: count }, (_, index) => part(index)).join(separator);
  const allowed = (condition: string) => `permit (principal, action, resource) when { ${condition} };`;
  // The scope of the statement has 2 commas, and 4,999 elements have 4,998.
  const setOf = (elements: number) => `[${many(elements, String, ", ")}].contains(1)`;

  test("is refused before it is parsed if it has more than 5,000 commas", () => {
    expect(checker.check(allowed(setOf(4999))).errors).toEqual([]);
    const { errors, statements } = checker.check(`// 1, 2\n${allowed(setOf(5000))}`);
    expect([statements, errors]).toMatchObject([
      [],
      [
        {
          code: "policy_too_costly",
          message: "the policy has more than 5,000 commas; use shorter sets, or groups of entities",
          line: 2,
        },
      ],
    ]);
  });

  test("is refused before it is parsed if it has more than 1,000 statements", () => {
    const statements = (count: number) => many(count, () => allowed('"a;b" == "a;b"'), "\n");
    expect(checker.check(statements(1000)).errors).toEqual([]);
    expect(checker.check(statements(1001)).errors).toMatchObject([
      {
        code: "policy_too_costly",
        message: "the policy has more than 1,000 statements; use several policies",
        line: 1001,
      },
    ]);
  });

  test("is checked only by its syntax if it names more than 50 actions", () => {
    const naming = (count: number) =>
      `permit (principal, action in [${many(count, (index) => `Action::"a${index}"`, ", ")}], resource);`;
    expect(checker.check(naming(50)).validated).toBe("strict");
    expect(checker.check(naming(51))).toMatchObject({ validated: "syntax", errors: [] });
    expect(checker.check(naming(2500))).toMatchObject({ validated: "syntax", errors: [] });
  });
});
