import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combineScores, samplePassed, type SampleResult, scoreSample } from "./sample-score.ts";

describe("combining scores", () => {
  test("weighs them, and has the plain mean beside it", () => {
    // (1·50 + 3·100) / 4 = 87.5; (50 + 100) / 2 = 75.
    const parts = [
      { weight: 1, score: 50 },
      { weight: 3, score: 100 },
    ];
    expect(combineScores(parts)).toEqual({ weighted: 87.5, equal: 75 });
  });

  test("gives none when nothing scored", () => {
    expect(combineScores([])).toEqual({ weighted: null, equal: null });
  });

  test("gives none when all weights are 0, so that both means are over the same samples", () => {
    expect(combineScores([{ weight: 0, score: 80 }])).toEqual({ weighted: null, equal: null });
  });

  test("leaves a score of weight 0 out of the weighted mean alone", () => {
    const parts = [
      { weight: 0, score: 0 },
      { weight: 2, score: 90 },
    ];
    expect(combineScores(parts)).toEqual({ weighted: 90, equal: 45 });
  });

  test("never leaves the range of the scores: three times 100 is 100, whatever the weights", () => {
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
  test("is over the evaluators that scored it, and counts as scored even where another errored", () => {
    expect(scoreSample([scored(80), unscored("errored"), unscored("skipped")])).toEqual({
      status: "scored",
      weighted: 80,
      equal: 80,
      passed: true,
      flagged: false,
    });
  });

  test("is scored when one evaluator scored it and the others had nothing to score", () => {
    expect(scoreSample([unscored("skipped"), scored(60)])).toMatchObject({ status: "scored", passed: false });
  });

  test("is none, and neither passed nor failed, when no evaluator scored it", () => {
    expect(scoreSample([unscored("skipped")])).toEqual({
      status: "skipped",
      weighted: null,
      equal: null,
      passed: null,
      flagged: false,
    });
  });

  test("has no verdict when only evaluators of weight 0 scored it", () => {
    expect(scoreSample([scored(90, { weight: 0 })])).toMatchObject({
      status: "skipped",
      weighted: null,
      passed: null,
    });
  });

  test("is flagged when any evaluator flagged it", () => {
    expect(scoreSample([scored(90), scored(90, { flagged: true })]).flagged).toBe(true);
  });
});
