import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeScores, meanScore } from "./describe.ts";

describe("the description of scores", () => {
  test("returns mean, interpolated median, sample deviation and range", () => {
    // Mean 30/4 = 7.5; middle values 5 and 9, so the median is 7; (2−7.5)² + (9−7.5)² + (5−7.5)² + (14−7.5)²
    // = 81; √(81/3).
    expect(describeScores([2, 9, 5, 14])).toEqual({
      n: 4,
      mean: 7.5,
      median: 7,
      std_dev: Math.sqrt(27),
      min: 2,
      max: 14,
    });
  });

  test("uses the middle one of an odd number of scores as the median", () => {
    expect(describeScores([100, 0, 20]).median).toBe(20);
  });

  test("contains only a count of 0 if there are no scores", () => {
    expect(describeScores([])).toEqual({
      n: 0,
      mean: null,
      median: null,
      std_dev: null,
      min: null,
      max: null,
    });
  });

  test("has no deviation for a single score", () => {
    expect(describeScores([42.5])).toEqual({
      n: 1,
      mean: 42.5,
      median: 42.5,
      std_dev: null,
      min: 42.5,
      max: 42.5,
    });
  });

  test("does not reorder the scores", () => {
    const scores = [3, 1, 2];
    describeScores(scores);
    expect(scores).toEqual([3, 1, 2]);
  });

  test("sorts scores as numbers, not as texts", () => {
    expect(describeScores([100, 9, 20]).median).toBe(20);
  });

  test.each([[Number.NaN], [Infinity], [-Infinity]])("rejects %d with its index", (bad) => {
    expect(() => describeScores([1, bad])).toThrow(`Score 1 is ${bad}`);
  });

  test("is exact with a large offset (NIST StRD NumAcc1: mean 10000002, deviation 1)", () => {
    expect(describeScores([10000001, 10000003, 10000002])).toMatchObject({ mean: 10000002, std_dev: 1 });
  });

  test("includes a small score beside large ones", () => {
    // The exact sum of 1 + 1e16 + 1 − 1e16 is 2; naive summation returns 0.
    expect(describeScores([1, 1e16, 1, -1e16]).mean).toBe(0.5);
  });

  test("of equal scores has exactly that mean and spread 0", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.integer({ min: 2, max: 300 }),
        (score, n) => {
          const { mean, median, std_dev } = describeScores(Array.from({ length: n }, () => score));
          expect({ mean, median, std_dev }).toEqual({ mean: score, median: score, std_dev: 0 });
        },
      ),
    );
  });

  test("depends on the scores and not on their order, and stays within their range", () => {
    const scores = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(scores, (values) => {
        const { mean, median, min, max, ...rest } = describeScores(values);
        expect(describeScores(values.toReversed())).toEqual({ mean, median, min, max, ...rest });
        for (const figure of [mean, median]) {
          expect(figure).toBeGreaterThanOrEqual(min ?? Number.NaN);
          expect(figure).toBeLessThanOrEqual(max ?? Number.NaN);
        }
      }),
    );
  });
});

describe("the function that computes only the mean", () => {
  test("returns the same mean as the description", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true })), (values) => {
        expect(meanScore(values) ?? -1).toBeCloseTo(describeScores(values).mean ?? -1, 12);
      }),
    );
  });

  test("returns exactly the score if all scores are equal", () => {
    expect(meanScore(Array.from({ length: 49 }, () => 100 / 3))).toBe(100 / 3);
  });

  test("returns null without values, and rejects values that are not finite", () => {
    expect(meanScore([])).toBeNull();
    expect(() => meanScore([0, Number.NaN])).toThrow("Score 1 is NaN");
  });
});
