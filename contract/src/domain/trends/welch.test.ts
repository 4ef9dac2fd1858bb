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

  test("is undefined for single values and without any variation", () => {
    const varied = { mean: 50, stdDev: 3, n: 5 };
    expect(welchP(varied, { mean: 40, stdDev: null, n: 1 })).toBeNull();
    expect(welchP({ mean: 100, stdDev: 0, n: 5 }, { mean: 0, stdDev: 0, n: 5 })).toBeNull();
  });
});
