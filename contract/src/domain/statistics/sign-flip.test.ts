import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mcnemarExact } from "./mcnemar.ts";
import { signFlipTest } from "./sign-flip.ts";

const of = (...differences: number[]) => signFlipTest(Float64Array.from(differences), 7);
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
    expect(many(60, () => 1)).toEqual({ p: 1 / 10_001, exact: false });
  });

  test("equals the exact binomial, within the error of drawing, if all differences have one size", () => {
    for (const worse of [20, 24, 29, 33]) {
      const { p } = many(60, (index) => (index < worse ? -50 : 50));
      const exact = mcnemarExact(worse, 60 - worse);
      // The tolerance is four standard errors of 10,000 draws.
      expect(Math.abs(p - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 10_000) + 2e-4);
    }
  });

  test("returns the same p in any order, for negated differences, and for the same seed", () => {
    const differences = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(differences, fc.nat(), (values, seed) => {
        const first = signFlipTest(Float64Array.from(values), seed);
        expect(signFlipTest(Float64Array.from(values.toReversed()), seed)).toEqual(first);
        expect(
          signFlipTest(
            Float64Array.from(values, (value) => -value),
            seed,
          ),
        ).toEqual(first);
      }),
      { numRuns: 30 },
    );
  });

  test("draws other patterns for another seed", () => {
    const differences = Float64Array.from({ length: 50 }, (_, index) => Math.sin(index));
    const values = new Set([1, 2, 3, 4].map((seed) => signFlipTest(differences, seed).p));
    expect(values.size).toBeGreaterThan(1);
  });
});
