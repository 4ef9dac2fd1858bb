import { describe, expect, test } from "vitest";
import type { Outcome } from "../../evaluators/evaluator.ts";
import { lowestRun, outcomeOverRuns } from "./outcome-over-runs.ts";

const scored = (score: number, flagReason: string | null = null): Outcome => ({
  status: "scored",
  score,
  passed: score >= 70,
  flagged: flagReason !== null,
  flag_reason: flagReason,
  classification: score >= 70 ? "passed" : "failed",
  details: { score },
  tally: null,
});
const unscored = (status: "skipped" | "errored", reason: string): Outcome => ({
  status,
  reason,
  details: {},
  tally: null,
});

describe("the run that represents a sample", () => {
  test("has the lowest score, and is the first of equal ones", () => {
    expect(lowestRun([90, 40, 40, 70])).toBe(1);
    expect(lowestRun([0])).toBe(0);
  });

  test("is the first run without a score, if there is one", () => {
    expect(lowestRun([0, null, 10, null])).toBe(1);
  });
});

describe("the outcome over the runs of a sample", () => {
  test("has the mean score, and passes if all runs pass", () => {
    const [high, low] = [scored(100), scored(70)];
    expect(outcomeOverRuns([high, low], low)).toMatchObject({
      score: 85,
      passed: true,
      details: { score: 70 },
    });
    const failed = scored(20);
    expect(outcomeOverRuns([high, failed], failed)).toMatchObject({ score: 60, passed: false });
  });

  test("is flagged if any run is flagged, with the reason of the shown run or else of the first flagged one", () => {
    const [one, other, plain] = [scored(50, "first"), scored(40, "second"), scored(30)];
    expect(outcomeOverRuns([one, other], other)).toMatchObject({ flagged: true, flag_reason: "second" });
    expect(outcomeOverRuns([one, other, plain], plain)).toMatchObject({
      flagged: true,
      flag_reason: "first",
    });
    expect(outcomeOverRuns([plain, plain], plain)).toMatchObject({ flagged: false, flag_reason: null });
  });

  test("has no score if a run has none: errored if any run is errored, otherwise skipped", () => {
    const skipped = unscored("skipped", "missing_output");
    const errored = unscored("errored", "The endpoint failed.");
    expect(outcomeOverRuns([scored(90), skipped], skipped)).toEqual(skipped);
    expect(outcomeOverRuns([skipped, scored(90, "low"), errored], skipped)).toEqual({
      ...errored,
      flagged: true,
    });
  });

  test("of equal scores is that score, without rounding", () => {
    expect(outcomeOverRuns([scored(33.3), scored(33.3), scored(33.3)], scored(33.3))).toMatchObject({
      score: 33.3,
    });
  });
});
