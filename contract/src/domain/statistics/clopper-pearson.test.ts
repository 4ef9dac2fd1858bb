import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearsonInterval, clopperPearsonUpper } from "./clopper-pearson.ts";

// Computes P(at most k of n) = Σ C(n, i)·pⁱ·(1−p)ⁿ⁻ⁱ term by term, without the incomplete beta function.
function atMost(k: number, n: number, p: number): number {
  let term = (1 - p) ** n;
  let sum = term;
  for (let i = 1; i <= k; i += 1) {
    term *= ((n - i + 1) / i) * (p / (1 - p));
    sum += term;
  }
  return sum;
}

describe("Clopper and Pearson's interval", () => {
  // These values are from R's binom.confint(method = "exact"), as in statsmodels' results_proportion; the
  // last three are from SciPy's binomtest.
  test.each([
    [0, 30, 0, 0.11570331],
    [4, 20, 0.05733399705003284, 0.436614002996668],
    [18, 20, 0.6830172859809176, 0.9876514728297052],
    [30, 30, 0.8842967, 1],
    [0, 1, 0, 0.975],
    [45, 45, 0.9212948995931625, 1],
    [39, 45, 0.7320750459065521, 0.9494576240867195],
  ])("for %i of %i equals the published interval", (successes, n, low, high) => {
    const interval = clopperPearsonInterval(successes, n);
    expect(interval?.[0]).toBeCloseTo(low, 7);
    expect(interval?.[1]).toBeCloseTo(high, 7);
  });

  test("is mirrored if successes and failures are swapped", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (successes, failures) => {
        const n = successes + failures;
        const interval = clopperPearsonInterval(successes, n);
        const mirrored = clopperPearsonInterval(failures, n);
        if (interval === null || mirrored === null) return n === 0;
        expect(mirrored[0]).toBeCloseTo(1 - interval[1], 12);
        expect(mirrored[1]).toBeCloseTo(1 - interval[0], 12);
        return interval[0] <= successes / n && successes / n <= interval[1];
      }),
    );
  });
});

describe("the one-sided upper bound", () => {
  test("for 0 failures in n is 1 − 0.05^(1/n), near the rule of three", () => {
    // 1 − 0.05^(1/30) = 0.0950338528553041…; the rule of three estimates 3/30 = 0.1.
    expect(clopperPearsonUpper(0, 30)).toBeCloseTo(0.0950338528553041, 15);
    expect(clopperPearsonUpper(0, 300)).toBeCloseTo(1 - 0.05 ** (1 / 300), 14);
  });

  test("for 1 in 2 is √0.95, at which both of two events occur with probability 0.95", () => {
    expect(clopperPearsonUpper(1, 2)).toBeCloseTo(Math.sqrt(0.95), 14);
  });

  test("is 1 if every trial succeeded", () => {
    expect(clopperPearsonUpper(7, 7)).toBe(1);
  });

  test("is null without trials", () => {
    expect(clopperPearsonUpper(0, 0)).toBeNull();
    expect(clopperPearsonInterval(0, 0)).toBeNull();
  });

  test("is the upper end of the two-sided interval with twice the error probability", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (successes, failures) => {
        const n = successes + failures;
        const upper = clopperPearsonUpper(successes, n, 0.95);
        const twoSided = clopperPearsonInterval(successes, n, 0.9);
        if (upper === null || twoSided === null) return n === 0;
        expect(upper).toBeCloseTo(twoSided[1], 13);
        return true;
      }),
    );
  });

  test("is lower for the same share of more samples", () => {
    const bounds = [1, 10, 100, 1000].map((times) => clopperPearsonUpper(times, 20 * times) ?? Number.NaN);
    expect(bounds).toEqual(bounds.toSorted((a, b) => b - a));
  });

  test("gives the observed count or fewer a probability of exactly 5 %", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 }), (successes, failures) => {
        const n = successes + failures;
        const upper = clopperPearsonUpper(successes, n) ?? Number.NaN;
        expect(atMost(successes, n, upper)).toBeCloseTo(0.05, 11);
      }),
    );
  });

  test.each([0, 1, -0.1, 95, Number.NaN])("refuses a confidence of %d", (confidence) => {
    expect(() => clopperPearsonUpper(1, 2, confidence)).toThrow(`Confidence is ${confidence}`);
  });

  test("rejects more successes than samples", () => {
    expect(() => clopperPearsonUpper(3, 2)).toThrow("3 of 2 is not a proportion");
  });
});
