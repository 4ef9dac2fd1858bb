import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { thresholdCrossing } from "./threshold-crossing.ts";

describe("a score and a threshold", () => {
  test.each([
    // Previous score, score, threshold, and the resulting crossing.
    [null, 79.9, 80, { direction: "below", previous_score: null, change: null }],
    [null, 80, 80, null],
    [null, 100, 80, null],
    [80, 79.5, 80, { direction: "below", previous_score: 80, change: -0.5 }],
    [79.5, 80, 80, { direction: "above", previous_score: 79.5, change: 0.5 }],
    [70, 60, 80, null],
    [90, 80, 80, null],
    [0, 100, 0, null],
  ])(
    "with the scores %j and then %d, and the threshold %d, result in %j",
    (previous, score, threshold, expected) => {
      expect(thresholdCrossing(previous, score, threshold)).toEqual(expected);
    },
  );

  test("cross alternately, below first, for any scores", () => {
    const scores = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 50 });
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 100 }), (series, threshold) => {
        const directions = series.flatMap((score, index) => {
          const crossing = thresholdCrossing(series[index - 1] ?? null, score, threshold);
          return crossing ? [crossing.direction] : [];
        });
        expect(directions).toEqual(directions.map((_, index) => (index % 2 === 0 ? "below" : "above")));
        // The direction of the last crossing matches the last score.
        const last = series.at(-1);
        if (last !== undefined) expect(last < threshold).toBe(directions.at(-1) === "below");
      }),
    );
  });
});
