import { describe, expect, test } from "vitest";
import { costliestPath, passingCost } from "./passing-cost.ts";

const many = (value: unknown, count: number): unknown[] => Array.from({ length: count }, () => value);
const costOf = (list: unknown, entities: Parameters<typeof passingCost>[0]["entities"] = []) =>
  passingCost({ context: { list }, entities }) - passingCost({ context: { list: fixed }, entities: [] });
/** A text that costs more than the fixed price, so that all further steps count: 2,000 + 20,000 × 10, × 17/16. */
const fixed = "x".repeat(20_000);
const fixedSteps = 202_000 * (17 / 16);
const decimal = { __extn: { fn: "decimal", arg: "1.0" } };

describe("the cost of passing values", () => {
  // The factor is 1 + depth / 16: the array is at depth 1, and its elements are at depth 2.
  const [atOne, atTwo, atThree] = [17 / 16, 18 / 16, 19 / 16];

  test.each([
    ["whole numbers", 1, 1000 * atTwo],
    ["texts of 3 characters", "abc", (2000 + 3 * 10) * atTwo],
    ["texts that are escaped or not ASCII", 'é"', (2000 + 2 * 150) * atTwo],
    ["decimals, with the text of their type and value", decimal, (15_000 + 10 * 10) * atTwo],
    ["references", { __entity: { type: "user", id: "ada" } }, (12_000 + 7 * 10) * atTwo],
    ["empty sets", [], 2000 * atTwo],
    ["records with a member", { a: 1 }, (3500 + 2000 + 10) * atTwo + 1000 * atThree],
  ])("is the price of %s", (_title, value, price) => {
    const expected = 2000 * atOne + 1000 * price - fixedSteps;
    expect(Math.abs(costOf(many(value, 1000)) - expected)).toBeLessThan(2);
  });

  test("includes entities, their attributes and their parents", () => {
    const uid = { type: "user", id: "ada" };
    const entities = [{ uid, attrs: { n: 1 }, parents: many({ type: "team", id: "one" }, 3) }];
    // The record with its member at depth 0, and the number at depth 1.
    const attributes = 3500 + 2000 + 10 + 1000 * atOne;
    const expected = 7000 + 70 + attributes + 3 * (5000 + 70);
    expect(Math.abs(costOf(fixed, entities) - expected)).toBeLessThan(2);
  });

  test("is 0 up to the fixed price of a call of the engine", () => {
    expect(passingCost({ context: { facts: { a: 1 }, args: { note: "short" } }, entities: [] })).toBe(0);
  });

  test("exceeds the budget of a decision for 600 decimals, but not for 500", () => {
    const cost = (count: number) => passingCost({ context: { a: many(decimal, count) }, entities: [] });
    expect(cost(600)).toBeGreaterThan(10_000_000);
    expect(cost(500)).toBeLessThan(10_000_000);
  });
});

test("the costliest path names the member that causes most of the cost", () => {
  const context = { args: { note: "x", amount: many(1, 50) }, facts: {} };
  expect(costliestPath({ context, entities: [] })).toEqual(["args", "amount"]);
  expect(costliestPath({ context: { a: 1, b: 1 }, entities: [] })).toEqual([]);
});
