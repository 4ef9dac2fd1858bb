import { describe, expect, test } from "vitest";
import { combinedPosition } from "../../domain/review/effective-score.ts";
import { decideOverride, type OverrideRequest, type ScoredSample, scoreTarget } from "./override-rules.ts";
import { reviewRecord } from "./review-record.fixture.ts";

const scored: ScoredSample = {
  id: "eval_1",
  status: "completed",
  evaluatorKeys: ["accuracy", "tone"],
  scores: [40, null],
  combined: 40,
};
const target = (sample: ScoredSample | undefined, given: Partial<OverrideRequest> = {}) =>
  scoreTarget(sample, { named: undefined, ofTask: null, value: null, sample: "smp_1", ...given });

describe("the score of a review", () => {
  test("is the score of the evaluator in the request, or else of the task's evaluator, or else the combined score", () => {
    expect(target(scored, { named: "accuracy", ofTask: "tone" })).toEqual({
      evaluator: "accuracy",
      position: 0,
      original: 40,
    });
    expect(target(scored, { ofTask: "tone" })).toEqual({ evaluator: "tone", position: 1, original: null });
    expect(target(scored)).toEqual({ evaluator: null, position: combinedPosition, original: 40 });
  });

  test("does not exist without an evaluation, or before the evaluation has completed", () => {
    expect(target(undefined, { named: "accuracy" })).toMatchObject({ evaluator: "accuracy", original: null });
    expect(target({ ...scored, status: "running" })).toMatchObject({ original: null });
  });

  test("cannot be overridden if it does not exist", () => {
    expect(() => target(undefined, { value: 1 })).toThrow("has no automated score");
    expect(() => target(scored, { named: "tone", value: 1 })).toThrow('of evaluator "tone"');
  });

  test("cannot be overridden before the evaluation has completed", () => {
    expect(() => target({ ...scored, status: "running" }, { value: 1 })).toThrow("is running");
  });

  test("is refused for an evaluator that the evaluation does not have, unless only the task names it", () => {
    expect(() => target(scored, { named: "safety" })).toThrow('evaluator is "safety"');
    expect(() => target(scored, { ofTask: "safety", value: 1 })).toThrow('evaluator is "safety"');
    expect(target(scored, { ofTask: "safety" })).toMatchObject({ evaluator: "safety", original: null });
  });
});

describe("an override", () => {
  const review = reviewRecord({
    evaluation: "eval_1",
    originalAiScore: 40,
    evaluator: "accuracy",
    overrideValue: 90,
  });
  const result = (score: number) => ({
    status: "scored" as const,
    weight: 1,
    score,
    passed: score >= 70,
    flagged: false,
  });
  const state = {
    evaluation: "eval_1",
    evaluatorKeys: ["accuracy", "tone"],
    results: [result(40), result(60)],
    combined: 50,
    positionBefore: undefined,
    overrides: [{ review: "rev_1", position: 0, value: 90, submittedAt: 10, ordinal: 1 }],
  };
  const eventOf = (given: object) => ({
    event: "score.overridden",
    at: 10,
    data: { project: "proj_1", evaluation: "eval_1", sample: "smp_1", review: "rev_1", ...given },
  });

  test("replaces the evaluator's score, and emits an event", () => {
    const { effective, events } = decideOverride(state, review, 0);
    // (90 + 60) / 2, with equal weights.
    expect(effective).toMatchObject({ weighted: 75, overriddenBy: "rev_1" });
    expect(events).toEqual([
      eventOf({ evaluator: "accuracy", value: 90, original_value: 40, withdrawn: false }),
    ]);
  });

  test("that moves to another score first withdraws the previous one", () => {
    const overrides = [
      { ...state.overrides[0], review: "rev_1", position: 0, value: 90, submittedAt: 10, ordinal: 1 },
    ];
    const { events } = decideOverride({ ...state, overrides, positionBefore: combinedPosition }, review, 0);
    expect(events).toEqual([
      eventOf({ evaluator: null, value: 75, original_value: 50, withdrawn: true }),
      eventOf({ evaluator: "accuracy", value: 90, original_value: 40, withdrawn: false }),
    ]);
  });

  test("no longer applies after it is withdrawn: the automated score is effective again", () => {
    const withdrawn = { ...review, overrideValue: null };
    const { effective, events } = decideOverride(
      { ...state, overrides: [], positionBefore: 0 },
      withdrawn,
      0,
    );
    expect(effective).toMatchObject({ weighted: 50, overriddenBy: null, results: [null, null] });
    expect(events).toEqual([
      eventOf({ evaluator: "accuracy", value: 40, original_value: 40, withdrawn: true }),
    ]);
  });

  test("that replaces an override of the same score emits one event, without a withdrawal", () => {
    const { events } = decideOverride({ ...state, positionBefore: 0 }, review, 0);
    expect(events.map(({ data }) => "withdrawn" in data && data.withdrawn)).toEqual([false]);
  });
});
