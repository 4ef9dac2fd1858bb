import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalSum, exactSum, weightedMean } from "./exact-sum.ts";

const scores = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 60 });

describe("exactSum", () => {
  test.each([
    // The cases from Python's test suite for math.fsum.
    [[], 0],
    [[0], 0],
    [[1e100, 1, -1e100, 1e-100, 1e50, -1, -1e50], 1e-100],
    [[2 ** 53, -0.5, -(2 ** -54)], 2 ** 53 - 1],
    [[2 ** 53, 1, 2 ** -100], 2 ** 53 + 2],
    [[2 ** 53 + 10, 1, 2 ** -100], 2 ** 53 + 12],
    [[2 ** 53 - 4, 0.5, 2 ** -54], 2 ** 53 - 3],
    [Array.from({ length: 10 }, () => 0.1), 1],
  ])("adds %j with a single rounding", (values, sum) => {
    expect(exactSum(values)).toBe(sum);
  });

  test("is equal in any order, and negated for negated values", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const sum = exactSum(values);
        expect(exactSum(values.toReversed())).toBe(sum);
        expect(exactSum(values.toSorted((a, b) => a - b))).toBe(sum);
        expect(exactSum(values.map((value) => -value)) + sum).toBe(0);
      }),
    );
  });
});

describe("weightedMean", () => {
  test("counts each value as many times as it occurs", () => {
    // (3·10 + 1·50) / 4
    expect(
      weightedMean([
        { value: 10, count: 3 },
        { value: 50, count: 1 },
      ]),
    ).toBe(20);
    expect(weightedMean([])).toBeNull();
  });
});

describe("decimalSum", () => {
  test.each([
    [[], 0],
    [[0.1, 0.2], 0.3],
    [[14.285714285714286, 14.285714285714286, 14.285714285714286], 42.85714285714286],
    [[1e100, 1, -1e100], 1],
    [[1e-300, 100], 100],
    [[-0.5, 5e-324], -0.5],
  ])("adds the decimal forms of %j", (values, sum) => {
    expect(decimalSum(values)).toBe(sum);
  });

  test("returns the same in every order, within one rounding of the exact sum", () => {
    fc.assert(
      fc.property(scores, (values) => {
        const sum = decimalSum(values);
        expect(decimalSum(values.toReversed())).toBe(sum);
        expect(Math.abs(sum - exactSum(values))).toBeLessThanOrEqual(1e-6);
      }),
    );
  });

  test("rejects values that are not finite", () => {
    expect(() => decimalSum([1, Number.NaN])).toThrow();
    expect(() => decimalSum([Number.POSITIVE_INFINITY])).toThrow();
  });
});
