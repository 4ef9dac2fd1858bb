import { describe, expect, test } from "vitest";
import { costOf, likeCost, maxPassingLength, maxPolicyCost, statementCost, textsOf } from "./policy-cost.ts";
import { sizesOf } from "./cost/value-sizes.ts";

const context = (...names: string[]): unknown =>
  names.reduce<unknown>((left, attr) => ({ ".": { left, attr } }), { Var: "context" });
const like = (left: unknown, ...pattern: unknown[]) => ({ like: { left, pattern } });
const literals = (count: number) => Array.from({ length: count }, () => ({ Literal: "a" }));
/** `if condition then context.yes else context.no`, as text: an object with `then` would look like a promise. */
const either = (condition: unknown, yes: string, no: string): unknown =>
  JSON.parse(
    `{"if-then-else":{"if":${JSON.stringify(condition)},"then":${JSON.stringify(context(yes))},"else":${JSON.stringify(context(no))}}}`,
  );
const when = (body: unknown) => [{ kind: "when", body }];

describe("the cost of a like", () => {
  test("is (characters of the text + 1) × (longest run of literals + 1)", () => {
    const cost = statementCost(
      when(like(context("args", "text"), "Wildcard", ...literals(900), "Wildcard", ...literals(3))),
    );
    expect(cost.likes).toEqual([{ operand: ["context", "args", "text"], run: 900 }]);
    const [only] = cost.likes;
    expect(only && likeCost(only, textsOf(62_000))).toBe(62_001 * 901);
  });

  test("reads the text at the path, in characters", () => {
    const { likes } = statementCost(when(like(context("args", "text"), "Wildcard", ...literals(1))));
    const sizes = sizesOf({
      context: { args: { text: "👍👍" }, other: "x".repeat(100) },
      principal: {},
      resource: {},
      entities: [],
    });
    expect(likes.map((one) => likeCost(one, sizes))).toEqual([3 * 2]);
  });

  test.each([
    ["a computed operand", either(true, "a", "b")],
    ["a path through another entity", context("args", "doctor", "name")],
  ])("counts the longest text of the request for %s", (_title, operand) => {
    const { likes } = statementCost(when(like(operand, "Wildcard")));
    const sizes = sizesOf({
      context: { args: { doctor: { __entity: { type: "Staff", id: "ann" } } }, a: "xx" },
      principal: { name: "x".repeat(50) },
      resource: {},
      entities: [{ uid: { type: "Staff", id: "ann" }, attrs: { name: "x".repeat(70) } }],
    });
    expect(likes.map((one) => likeCost(one, sizes))).toEqual([71]);
  });

  test("of an absent value, and of a literal", () => {
    const sizes = sizesOf({ context: {}, principal: undefined, resource: undefined, entities: [] });
    const costs = statementCost(
      when([like(context("args"), ...literals(4)), like({ Value: "abc" }, "Wildcard")]),
    );
    expect(costs.likes.map((one) => likeCost(one, sizes))).toEqual([5, 4]);
  });
});

test("the operators like are in the order of the text, also inside the operand of another like", () => {
  const inner = like(context("b"), ...literals(1));
  const outer = either(inner, "c", "d");
  const both = { "&&": { left: like(outer, ...literals(2)), right: like(context("e"), ...literals(3)) } };
  // The inner like precedes the outer one in the text, because it is part of its operand.
  expect(statementCost(when(both)).likes.map(({ run }) => run)).toEqual([1, 2, 3]);
});

describe("comparisons", () => {
  const codes = ["x", "y", "z"];
  const sizes = sizesOf({
    context: { args: { codes, same: codes } },
    principal: 0,
    resource: 0,
    entities: 0,
  });
  const costAbove = (body: unknown) => {
    const cost = statementCost(when(body));
    return costOf(cost, sizes) - cost.nodes;
  };
  const two = { Set: [{ Value: "a" }, { Value: "b" }] };

  test("a set operator costs 10 steps for each value of both sides", () => {
    const contains = { containsAny: { left: context("args", "codes"), right: { Set: [] } } };
    expect(costAbove(contains)).toBe((4 + 1) * 10);
    // The elements of the set literal are compared with each other as well.
    expect(costAbove({ containsAny: { left: context("args", "codes"), right: two } })).toBe((4 + 3 + 2) * 10);
  });

  test("a set of values costs 10 steps for each value in its elements", () => {
    expect(costAbove({ Set: Array.from({ length: 5 }, () => context("args", "codes")) })).toBe(5 * 4 * 10);
  });

  test("an equality costs the smaller side", () => {
    const equals = (left: unknown, right: unknown) => ({ "==": { left, right } });
    expect(costAbove(equals(context("args", "codes"), context("args", "same")))).toBe(4 * 10);
    expect(costAbove(equals(context("args", "codes"), { Value: "x" }))).toBe(10);
    expect(costAbove({ "!=": { left: { Var: "principal" }, right: { Var: "resource" } } })).toBe(10);
    // The size of a computed value is not known, so all values count.
    const computed = either(true, "a", "b");
    expect(costAbove(equals(computed, computed))).toBeGreaterThan(8 * 10);
  });

  test.each(["like", "contains", "==", "Set"])(
    "a record with a member named %s does not hide the operators in its values",
    (name) => {
      const hidden = like(context("args"), "Wildcard", ...literals(9));
      const record = { Record: { [name]: hidden, other: hidden } };
      expect(statementCost(when({ ".": { left: record, attr: name } })).likes).toHaveLength(2);
    },
  );
});

test("a condition costs its nodes", () => {
  const body = { has: { left: context("a"), attr: "b" } };
  expect(costOf(statementCost(when(body)), textsOf(0))).toBe(statementCost(when(body)).nodes);
  expect(statementCost(when(body)).nodes).toBeGreaterThan(3);
});

test("an extended has costs 100 steps for each read that the engine adds", () => {
  const nodesOf = (attr: unknown) => statementCost(when({ has: { left: { Var: "context" }, attr } })).nodes;
  // `context has a && context.a has b && context.a.b has c`: 1 + 2 + 3 reads instead of 1.
  expect(nodesOf(["a", "b", "c"]) - nodesOf("a")).toBe(500);
  // 61 names: 61 × 62 / 2 reads instead of 1.
  expect(nodesOf(Array.from({ length: 61 }, () => "a")) - nodesOf("a")).toBe(100 * (1891 - 1));
});

test("the longest text that passes is the longest within the budget", () => {
  const costs = [statementCost(when(like(context("a"), "Wildcard", ...literals(900))))];
  const maxLength = maxPassingLength(costs);
  const costFor = (length: number) => costs.reduce((sum, one) => sum + costOf(one, textsOf(length)), 0);
  expect(costFor(maxLength)).toBeLessThanOrEqual(maxPolicyCost);
  expect(costFor(maxLength + 1)).toBeGreaterThan(maxPolicyCost);
});
