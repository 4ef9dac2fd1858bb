import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combineScores, samplePassed, type SampleResult, scoreSample } from "./sample-score.ts";

describe("combining scores", () => {
  test("returns the weighted and the unweighted mean", () => {
    // (1·50 + 3·100) / 4 = 87.5; (50 + 100) / 2 = 75.
    const parts = [
      { weight: 1, score: 50 },
      { weight: 3, score: 100 },
    ];
    expect(combineScores(parts)).toEqual({ weighted: 87.5, equal: 75 });
  });

  test("returns null if nothing was scored", () => {
    expect(combineScores([])).toEqual({ weighted: null, equal: null });
  });

  test("returns null if all weights are 0, so that both means cover the same samples", () => {
    expect(combineScores([{ weight: 0, score: 80 }])).toEqual({ weighted: null, equal: null });
  });

  test("excludes a score of weight 0 only from the weighted mean", () => {
    const parts = [
      { weight: 0, score: 0 },
      { weight: 2, score: 90 },
    ];
    expect(combineScores(parts)).toEqual({ weighted: 90, equal: 45 });
  });

  test("stays in the range of the scores: three times 100 is 100, for any weights", () => {
    const part = fc.record({
      weight: fc.double({ min: 0.001, max: 1_000_000, noNaN: true }),
      score: fc.double({ min: 0, max: 100, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const scores = parts.map(({ score }) => score);
        for (const mean of Object.values(combineScores(parts))) {
          expect(mean).toBeGreaterThanOrEqual(Math.min(...scores));
          expect(mean).toBeLessThanOrEqual(Math.max(...scores));
        }
      }),
    );
  });
});

describe("whether a sample passes", () => {
  test.each([
    [[true, true], true],
    [[true, false], false],
    [[true, null], true],
    [[null, null], null],
    [[], null],
  ])("%j gives %j", (results, passed) => {
    expect(samplePassed(results)).toBe(passed);
  });
});

const scored = (score: number, more: Partial<SampleResult> = {}): SampleResult => ({
  status: "scored",
  weight: 1,
  score,
  passed: score >= 70,
  flagged: false,
  ...more,
});
const unscored = (status: "skipped" | "errored"): SampleResult => ({
  status,
  weight: 1,
  score: null,
  passed: null,
  flagged: false,
});

describe("the score of a sample", () => {
  test("covers the evaluators that scored the sample, even if another evaluator errored", () => {
    expect(scoreSample([scored(80), unscored("errored"), unscored("skipped")])).toEqual({
      status: "scored",
      weighted: 80,
      equal: 80,
      passed: true,
      flagged: false,
    });
  });

  test("exists if one evaluator scored the sample and the others skipped it", () => {
    expect(scoreSample([unscored("skipped"), scored(60)])).toMatchObject({ status: "scored", passed: false });
  });

  test("is null, and neither passed nor failed, if no evaluator scored the sample", () => {
    expect(scoreSample([unscored("skipped")])).toEqual({
      status: "skipped",
      weighted: null,
      equal: null,
      passed: null,
      flagged: false,
    });
  });

  test("has no verdict if only evaluators of weight 0 scored the sample", () => {
    expect(scoreSample([scored(90, { weight: 0 })])).toMatchObject({
      status: "skipped",
      weighted: null,
      passed: null,
    });
  });

  test("is flagged if any evaluator flagged the sample", () => {
    expect(scoreSample([scored(90), scored(90, { flagged: true })]).flagged).toBe(true);
  });
});
