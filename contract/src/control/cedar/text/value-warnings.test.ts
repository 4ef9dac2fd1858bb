import { describe, expect, test } from "vitest";
import { loadCedar } from "../engine/load-cedar.fixture.ts";
import { TextChecker } from "./text-checker.ts";

const checker = new TextChecker(loadCedar);
const scope = "(principal is agent, action, resource)";
const warningsOf = (text: string) => checker.check(text).warnings;
/** The code and suggestion of each warning about a permit with this condition. */
const inWhen = (condition: string) =>
  warningsOf(`permit ${scope} when { ${condition} };`).map(({ code, suggestion }) => [code, suggestion]);

describe("a whole number", () => {
  test.each([
    ["context.args.amount > 100", 'context.numbers.args.amount.greaterThan(decimal("100.0"))'],
    ["context.args.amount >= -1", 'context.numbers.args.amount.greaterThanOrEqual(decimal("-1.0"))'],
    ["context.action.count < 5", 'context.numbers.action.count.lessThan(decimal("5.0"))'],
    ["principal.limit <= 5", 'context.numbers.principal.limit.lessThanOrEqual(decimal("5.0"))'],
    ["100 < resource.limit", 'context.numbers.resource.limit.greaterThan(decimal("100.0"))'],
    ["context.amount == 5", 'context.numbers.context.amount == decimal("5.0")'],
    ['context.args["a b"] > 1', 'context.numbers.args["a b"].greaterThan(decimal("1.0"))'],
    ["context.args.amount + 1 > context.facts.riskRank", "context.numbers.args.amount"],
  ])("%s suggests %s", (condition, suggestion) => {
    expect(inWhen(condition)).toEqual([["whole_numbers_only", suggestion]]);
  });

  test.each(["context.facts.riskRank > 1", "context.args.a > context.args.b", 'context.args.a == "x"'])(
    "is not compared in %s",
    (condition) => {
      expect(inWhen(condition)).toEqual([]);
    },
  );
});

test("a decimal method outside context.numbers suggests the same path in context.numbers", () => {
  expect(inWhen('context.args.ratio.lessThan(decimal("0.5"))')).toEqual([
    ["fractions_only", "context.numbers.args.ratio"],
  ]);
  expect(inWhen('context.numbers.args.ratio.lessThan(decimal("0.5"))')).toEqual([]);
});

test.each([
  ['context.args.ratio == decimal("5.0")', "context.numbers.args.ratio"],
  ['decimal("0.5") != context.args.ratio', "context.numbers.args.ratio"],
  ['context.args.ratios.containsAny([decimal("1.0"), decimal("2.0")])', "context.numbers.args.ratios"],
])("%s suggests %s, because a whole number never equals a decimal", (condition, suggestion) => {
  expect(inWhen(condition)).toEqual([["fractions_only", suggestion]]);
});

describe("an equality that is never true", () => {
  const errorsIn = (condition: string) =>
    checker.check(`forbid ${scope} when { ${condition} };`).errors.map(({ message }) => message);

  test.each([
    ["context.numbers.args.amount == 5", "context.numbers.args.amount", 5],
    ["7 != context.numbers.principal.limit", "context.numbers.principal.limit", 7],
    ["context.numbers.args.list.contains(5)", "context.numbers.args.list", 5],
    ["context.numbers.args.list.containsAll([5, 6])", "context.numbers.args.list", 5],
    ["[8, 9].contains(context.numbers.args.amount)", "context.numbers.args.amount", 8],
    ['context.numbers.args["a b"] == -1', 'context.numbers.args["a b"]', -1],
  ])("is refused: %s", (condition, path, literal) => {
    expect(errorsIn(condition)).toEqual([
      expect.stringContaining(
        `all numbers in context.numbers are decimals, so ${path} is never equal to the whole number ${literal}; use decimal("${literal}.0")`,
      ),
    ]);
  });

  test.each([
    'context.numbers.args.amount == decimal("5.0")',
    'context.numbers.args.name == "5"',
    "context.facts.riskRank == 5",
    "context.numbers.args.amount == context.numbers.args.limit",
  ])("is not found in %s", (condition) => {
    expect(errorsIn(condition)).toEqual([]);
  });
});

describe("a forbid that an absent member passes", () => {
  const codes = (clauses: string, annotation = "") =>
    warningsOf(`${annotation} forbid ${scope} ${clauses};`).map(({ code }) => code);
  const cap = 'context.numbers.args.amount.greaterThan(decimal("100.0"))';

  test.each([
    `when { context.numbers.args has amount && ${cap} }`,
    `when { context.facts.toolDeclared && (context.numbers.args has amount && ${cap}) }`,
    `unless { !(context.numbers.args has amount) || !${cap} }`,
    "when { resource has sensitive && resource.sensitive == context.args.sensitive }",
    "when { context has purpose }",
    "when { (context has a && context.a) || (context has b && context.b) }",
    `when { if context.numbers.args has amount then ${cap} else false }`,
    `when { if !(context.numbers.args has amount) then false else ${cap} }`,
    `unless { if context.numbers.args has amount then !(${cap}) else true }`,
    "when { if context.facts.toolDeclared then context has a && context.a else context has b && context.b }",
    "when { if context has a then context.a else context has b && context.b }",
  ])("is found: %s", (clauses) => {
    expect(new Set(codes(clauses))).toEqual(new Set(["absent_passes"]));
    expect(codes(clauses, '@absent("allow")')).toEqual([]);
  });

  test.each([
    `unless { context.numbers.args has amount && !${cap} }`,
    `when { ${cap} }`,
    "when { context has a || context.facts.toolDeclared }",
    "when { !(context has a) }",
    `when { if context.numbers.args has amount then ${cap} else true }`,
    "when { if context has a then context.a else context.facts.toolDeclared }",
    `unless { if context.numbers.args has amount then !(${cap}) else false }`,
    "when { context has facts }",
    "when { context.facts has risk }",
  ])("is not found: %s", (clauses) => {
    expect(codes(clauses)).toEqual([]);
  });

  test("is not a permit", () => {
    expect(inWhen(`context.numbers.args has amount && ${cap}`)).toEqual([]);
  });
});

test("a warning has the position of the path in its statement", () => {
  const statement = `forbid ${scope}\nwhen { context.args\n  .amount > 100 };`;
  const [first, second] = warningsOf(`// context.args.amount\n${statement}\n${statement}`);
  // `when { ` has 7 characters; `  .amount` has 9.
  expect(first).toMatchObject({ line: 3, column: 8, endLine: 4, endColumn: 10 });
  expect(second).toMatchObject({ line: 6, column: 8 });
  expect(first?.message).toBe(
    "context.args.amount is used as a whole number, but a call with a fraction is denied; use context.numbers.args.amount and decimal",
  );
});

test("a misspelled part of context.numbers is an error", () => {
  const text = `permit ${scope} when { context.numbers.arg has amount && context.purpose };`;
  expect(checker.check(text).errors).toMatchObject([
    { code: "policy_text", message: expect.stringContaining('no member "arg"'), suggestion: null },
  ]);
  const alone = `permit ${scope} when { context.numbers.arg has amount };`;
  expect(checker.check(alone)).toMatchObject({ validated: "strict", errors: [{ code: "policy_text" }] });
});

test("a text that uses the whole context is checked strictly", () => {
  expect(checker.check(`permit ${scope} when { context == context };`)).toMatchObject({
    validated: "strict",
    errors: [],
  });
});
