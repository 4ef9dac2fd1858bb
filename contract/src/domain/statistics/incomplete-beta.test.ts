import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaQuantile, regularizedIncompleteBeta } from "./incomplete-beta.ts";

const relativeError = (value: number, exact: number) => Math.abs(value - exact) / Math.abs(exact);

describe("the incomplete beta function", () => {
  test("is x for a = b = 1, xᵃ for b = 1, and 2·asin(√x)/π for a = b = ½", () => {
    expect(regularizedIncompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 15);
    expect(regularizedIncompleteBeta(0.3, 4, 1)).toBeCloseTo(0.3 ** 4, 15);
    expect(regularizedIncompleteBeta(0.3, 0.5, 0.5)).toBeCloseTo(
      (2 * Math.asin(Math.sqrt(0.3))) / Math.PI,
      15,
    );
  });

  test("is 0 up to 0 and 1 from 1 on", () => {
    expect([-1, 0, 1, 2].map((x) => regularizedIncompleteBeta(x, 2, 3))).toEqual([0, 0, 1, 1]);
  });

  test("is 1 minus the other tail", () => {
    const shape = fc.double({ min: 0.01, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), shape, shape, (x, a, b) => {
        // 1 − (1 − x) rounds x unless x is a multiple of 2⁻⁵³, so the test uses such a multiple.
        const exact = 1 - (1 - x);
        const both = regularizedIncompleteBeta(exact, a, b) + regularizedIncompleteBeta(1 - exact, b, a);
        expect(both).toBeCloseTo(1, 11);
      }),
    );
  });
});

describe("the quantile of the beta distribution", () => {
  // Each value is the double nearest to the root, which Newton's method found for the same function in
  // 50-digit arithmetic (mpmath 1.3.0). For a + b < 150, that function was compared with mpmath's own
  // betainc.
  test.each([
    [0.95, 2, 44, 0.10113378359391359],
    [0.975, 40, 6, 0.9494576240866738],
    [0.025, 39, 7, 0.7320750459065521],
    [0.95, 596, 667, 0.49501492745260245],
    [0.95, 2, 99_999, 4.743775717386053e-5],
    [0.025, 999_999, 2, 0.9999944283693448],
    [0.95, 0.5, 5, 0.3317564006709492],
  ])("at %d of Beta(%d, %d) is %d", (probability, a, b, exact) => {
    expect(relativeError(betaQuantile(probability, a, b), exact)).toBeLessThan(1e-13);
  });

  test("is 0 at 0 and 1 at 1", () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
  });

  test("inverts the incomplete beta function", () => {
    const shape = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (probability, a, b) => {
        const x = betaQuantile(probability, a, b);
        expect(regularizedIncompleteBeta(x, a, b)).toBeCloseTo(probability, 9);
      }),
    );
  });
});
