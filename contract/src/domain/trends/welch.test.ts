import { describe, expect, test } from "vitest";
import { welchP } from "./welch.ts";

describe("Welch's test", () => {
  test("has the p-value that R computes for the sleep data of Student (1908)", () => {
    // t.test(extra ~ group, data = sleep): t = -1.8608, df = 17.776, p-value = 0.07939.
    const placebo = { mean: 0.75, stdDev: 1.7890097, n: 10 };
    const drug = { mean: 2.33, stdDev: 2.0022487, n: 10 };
    expect(welchP(placebo, drug)).toBeCloseTo(0.07939414, 6);
    expect(welchP(drug, placebo)).toBe(welchP(placebo, drug));
  });

  test("is 1 for equal means, also if one sample does not vary", () => {
    expect(welchP({ mean: 50, stdDev: 3, n: 5 }, { mean: 50, stdDev: 0, n: 5 })).toBe(1);
  });

  test("is undefined for single values", () => {
    const varied = { mean: 50, stdDev: 3, n: 5 };
    expect(welchP(varied, { mean: 40, stdDev: null, n: 1 })).toBeNull();
  });

  test.each([
    // C(10, 5) = 252, C(4, 2) = 6, C(12, 2) = 66.
    [5, 5, 2 / 252],
    [2, 2, 2 / 6],
    [2, 10, 2 / 66],
    [10, 2, 2 / 66],
  ])("is the exact permutation probability if %i and %i scores without variation differ", (n1, n2, p) => {
    const [all, none] = [
      { mean: 100, stdDev: 0, n: n1 },
      { mean: 0, stdDev: 0, n: n2 },
    ];
    expect(welchP(all, none)).toBeCloseTo(p, 12);
  });

  test("is 1 if all scores are equal, also with rounding errors", () => {
    expect(welchP({ mean: 0, stdDev: 0, n: 5 }, { mean: 0, stdDev: 0, n: 4 })).toBe(1);
    const rounded = { mean: 86.8 + 1.4e-14, stdDev: 1.5e-14, n: 13 };
    expect(welchP({ mean: 86.8, stdDev: 0, n: 7 }, rounded)).toBe(1);
    expect(welchP({ mean: 0, stdDev: 0, n: 7 }, rounded)).toBeCloseTo(2 / 77_520, 12);
  });

  test("is between 0 and 1 for a million scores without variation", () => {
    const million = 1_000_000;
    const p = welchP({ mean: 100, stdDev: 0, n: million }, { mean: 0, stdDev: 0, n: million });
    expect(p).toBe(0);
  });
});
