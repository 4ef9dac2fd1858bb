import { describe, expect, test } from "vitest";
import type { Outcome } from "../../../domain/evaluators/evaluator.ts";
import { hasNoOutput, marksOf, overRuns, runScores, runsOf, totalsOfRuns } from "./sample-runs.ts";
import { combinedScore } from "./stored-outcome.ts";

const evaluation = { evaluators: [{ weight: 3 }, { weight: 1 }] };
const scored = (score: number): Outcome => ({
  status: "scored",
  score,
  passed: score >= 70,
  flagged: false,
  flag_reason: null,
  classification: String(score),
  details: {},
  tally: null,
});
const errored: Outcome = { status: "errored", reason: "The endpoint failed.", details: {}, tally: null };
const run = (output: unknown, ...outcomes: Outcome[]) => ({ output, outcomes });

const runs = [
  run("x", scored(100), scored(80)),
  run("y", scored(60), scored(100)),
  run(null, scored(80), scored(60)),
];
const sample = overRuns(evaluation, runs);
const { outcomes } = sample;

describe("a sample with several runs", () => {
  test("has the mean of each evaluator, and is represented by the run with the lowest combined score", () => {
    expect(sample).toMatchObject({ output: "y", runs });
    expect(outcomes).toMatchObject([
      { score: 80, passed: false, classification: "60" },
      { score: 80, passed: false, classification: "100" },
    ]);
  });

  test("has the mean of the combined scores of its runs, and passes if all of them pass", () => {
    const scores = runScores(evaluation, sample);
    expect(scores).toEqual([
      { score: 95, passed: true },
      { score: 70, passed: false },
      { score: 75, passed: false },
    ]);
    expect(combinedScore(evaluation, outcomes)).toMatchObject({ weighted: 80, passed: false });
    expect(totalsOfRuns(scores, "a")).toEqual([{ mean: 80, squares: 350, passes: 1, cluster: "a" }]);
  });

  test("lacks an output if one of its runs does", () => {
    expect(marksOf(sample)).toEqual({ missingOutput: true, notApplicable: false });
    expect(hasNoOutput(sample)).toBe(false);
    expect(hasNoOutput({ ...sample, runs: [run(null), run(undefined)] })).toBe(true);
  });

  test("has no score from an evaluator that did not score every run", () => {
    const unequal = [run("x", scored(90), errored), run("y", scored(70), scored(10))];
    const over = overRuns(evaluation, unequal);
    expect(over.outcomes).toMatchObject([{ score: 80, passed: true }, { status: "errored" }]);
    expect(runScores(evaluation, over)).toEqual([
      { score: 90, passed: true },
      { score: 70, passed: true },
    ]);
    expect(combinedScore(evaluation, over.outcomes)).toMatchObject({ weighted: 80, passed: true });
  });

  test("has no totals without a combined score", () => {
    const failed = [run("x", errored, errored), run("y", scored(70), scored(10))];
    expect(totalsOfRuns(runScores(evaluation, overRuns(evaluation, failed)), null)).toEqual([]);
  });
});

test("a sample with one run keeps its outcomes", () => {
  const only = run("x", scored(100), errored);
  expect(overRuns(evaluation, [only])).toEqual(only);
  expect(runsOf(only)).toEqual([only]);
});
