import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mcnemarExact } from "./mcnemar.ts";
import { finish } from "../comparison/steps.ts";
import { signFlipTest } from "./sign-flip.ts";

const of = (...differences: number[]) => finish(signFlipTest(Float64Array.from(differences)));
const many = (count: number, value: (index: number) => number) =>
  of(...Array.from({ length: count }, (_, i) => value(i)));

describe("signFlipTest", () => {
  test.each([
    [[], 1],
    [[0, 0], 1],
    [[5], 1],
    // ±1 ±2: two of four patterns reach |3|.
    [[1, 2], 0.5],
    // ±1 ±2 ±4: two of eight patterns reach |7|. For −1 + 2 + 4 = 5, four of eight reach 5 or 7.
    [[1, 2, 4], 0.25],
    [[-1, 2, 4], 0.5],
    // A sum of 0 is the minimum.
    [[10, -10], 1],
  ])("tests every pattern of %j", (differences, p) => {
    expect(of(...differences)).toEqual({ p, exact: true });
  });

  test("treats sums that differ only by rounding as equal", () => {
    // 0.1 + 0.2 and 0.3 differ only by rounding. Of ±0.1 ±0.2 ±0.3, 2 of 8 patterns reach ±0.6 and all of
    // them reach 0.
    expect(of(0.1, 0.2, 0.3).p).toBe(0.25);
    expect(of(0.1, 0.2, -0.3).p).toBe(1);
  });

  test("draws patterns for more than 15 differences, and p is never 0", () => {
    expect(many(15, () => 1)).toEqual({ p: 2 / 2 ** 15, exact: true });
    expect(many(16, () => 1).exact).toBe(false);
    expect(many(60, () => 1)).toEqual({ p: 1 / 100_001, exact: false });
    // Of 2²⁰ patterns, two reach the sum of 20 equal differences: 0.2 of 100,000 patterns are expected.
    const { p } = many(20, () => 5);
    expect(p).toBeGreaterThan(0);
    expect(p).toBeLessThanOrEqual(3 / 100_001);
  });

  test("equals the exact binomial, within the error of drawing, if all differences have one size", () => {
    for (const worse of [20, 24, 29, 33]) {
      const { p } = many(60, (index) => (index < worse ? -50 : 50));
      const exact = mcnemarExact(worse, 60 - worse);
      // The tolerance is four standard errors of 100,000 draws.
      expect(Math.abs(p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 100_000) + 2e-5);
    }
  });

  test("equals the exact probability, within the error of drawing, if sizes occur once and many times", () => {
    // 40 differences of size 1, and 1, 2, …, 8 once more. The number of sign patterns with each sum follows by
    // adding one difference at a time.
    const sizes = [...Array.from({ length: 40 }, () => 1), 1, 2, 3, 4, 5, 6, 7, 8];
    let patterns = new Map([[0, 1]]);
    for (const size of sizes) {
      const next = new Map<number, number>();
      for (const [sum, count] of patterns)
        for (const one of [sum - size, sum + size]) next.set(one, (next.get(one) ?? 0) + count);
      patterns = next;
    }
    for (const negative of [14, 18, 22]) {
      const differences = sizes.map((size, index) => (index < negative ? -size : size));
      const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
      const asFar = [...patterns].filter(([sum]) => Math.abs(sum) >= observed);
      const exact = asFar.reduce((sum, [, count]) => sum + count, 0) / 2 ** sizes.length;
      expect(Math.abs(of(...differences).p - exact)).toBeLessThan(
        4 * Math.sqrt((exact * (1 - exact)) / 100_000) + 2e-5,
      );
    }
  });

  test("returns the same p in any order, and for negated differences", () => {
    const differences = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(differences, (values) => {
        const first = of(...values);
        expect(of(...values.toReversed())).toEqual(first);
        expect(of(...values.map((value) => -value))).toEqual(first);
      }),
      { numRuns: 30 },
    );
  });

  test("draws other patterns for other sizes", () => {
    // Each pair of data sets differs in one size by 10⁻⁹, which is too little to change a pattern's rank.
    const values = [0, 1e-9, 2e-9, 3e-9].map(
      (extra) => many(50, (index) => Math.sin(index) + (index && extra)).p,
    );
    expect(new Set(values).size).toBeGreaterThan(1);
  });
});
