import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wilsonInterval } from "./wilson.ts";

describe("Wilson's interval", () => {
  // These values are from R's binom.confint(method = "wilson"), as in statsmodels' results_proportion; the
  // last three are from SciPy's binomtest.
  test.each([
    [0, 30, 0, 0.11351339],
    [4, 20, 0.0806576625797981, 0.4160174322518935],
    [18, 20, 0.6989663547715128, 0.972133518786232],
    [30, 30, 0.8864866, 1],
    [0, 1, 0, 0.7934506856227626],
    [45, 45, 0.9213484012671116, 1],
    [39, 45, 0.7382269817382293, 0.9374285125243192],
  ])("for %i of %i equals the published interval", (successes, n, low, high) => {
    const interval = wilsonInterval(successes, n);
    expect(interval?.[0]).toBeCloseTo(low, 7);
    expect(interval?.[1]).toBeCloseTo(high, 7);
  });

  test("is wider for a larger z", () => {
    // For z = 2 and 1 of 2: center (1 + 2) / (2 + 4) = 0.5; half-width 2·√(1·1/2 + 1) / 6 = 2·1.2247449 / 6 =
    // 0.4082483.
    expect(wilsonInterval(1, 2, 2)?.[0]).toBeCloseTo(0.0917517, 7);
    expect(wilsonInterval(1, 2, 2)?.[1]).toBeCloseTo(0.9082483, 7);
  });

  test("is null without trials", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  test.each([
    [-1, 3],
    [4, 3],
    [0.5, 3],
    [1, 2.5],
    [Number.NaN, 3],
    [1, Infinity],
  ])("rejects %d of %d", (successes, n) => {
    expect(() => wilsonInterval(successes, n)).toThrow(`${successes} of ${n} is not a proportion`);
  });

  const counts = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

  test("contains the observed rate and stays within 0 and 1", () => {
    fc.assert(
      fc.property(counts, ([successes, n]) => {
        const [low, high] = wilsonInterval(successes, n) ?? [Number.NaN, Number.NaN];
        const ascending = [0, low, successes / n, high, 1];
        expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
      }),
    );
  });

  test("for the failures mirrors the interval for the successes", () => {
    fc.assert(
      fc.property(counts, ([successes, n]) => {
        const [low = Number.NaN, high = Number.NaN] = wilsonInterval(successes, n) ?? [];
        const [lowOfRest = Number.NaN, highOfRest = Number.NaN] = wilsonInterval(n - successes, n) ?? [];
        expect(lowOfRest).toBeCloseTo(1 - high, 12);
        expect(highOfRest).toBeCloseTo(1 - low, 12);
      }),
    );
  });
});
