import { expect, test } from "vitest";
import { crossingEvent, presentScores, subscribedScores } from "./threshold-crossing-rules.ts";

const evaluation = { id: "eval_1", project: "proj_1" };

test("thresholds are compared with the existing scores, in the order of the evaluators' keys", () => {
  const scores = presentScores([
    { evaluator: "b", mean: 70 },
    { evaluator: "a", mean: 0 },
    { evaluator: "c", mean: null },
  ]);
  const thresholds = { c: { below: 1 }, b: { below: 80 }, d: { below: 5 }, a: { below: 10 } };
  expect(subscribedScores(thresholds, scores)).toEqual([
    { evaluator: "a", score: 0, threshold: 10 },
    { evaluator: "b", score: 70, threshold: 80 },
  ]);
});

test("a score emits an event only when it crosses the threshold", () => {
  const scored = { evaluator: "a", score: 70, threshold: 80 };
  expect(crossingEvent(evaluation, { ...scored, previous: 90 }, 5)).toEqual({
    event: "score.threshold_crossed",
    at: 5,
    data: {
      project: "proj_1",
      evaluation: "eval_1",
      ...scored,
      direction: "below",
      previous_score: 90,
      change: -20,
    },
  });
  expect(crossingEvent(evaluation, { ...scored, previous: 75 }, 5)).toBeUndefined();
  expect(crossingEvent(evaluation, { ...scored, score: 80, previous: 75 }, 5)).toMatchObject({
    data: { direction: "above" },
  });
});
