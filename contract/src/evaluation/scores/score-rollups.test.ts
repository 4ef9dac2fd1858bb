import { expect, test } from "vitest";
import type { Outcome } from "../../domain/evaluators/evaluator.ts";
import { scoredOutcome } from "../../domain/evaluators/scored-outcome.fixture.ts";
import { effectiveScores } from "../../domain/review/effective-score.ts";
import { resultsOf } from "../evaluations/evaluated-samples.ts";
import { sampleResults } from "../evaluations/outcomes/stored-outcome.ts";
import { notStarted } from "../evaluations/evaluation-creation-rules.ts";
import { resolveEvaluators, weighEvaluators } from "../evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import {
  byCompletion,
  earlierRanks,
  lowestSamples,
  rollupOf,
  rollupsOf,
  sampleScoreRecords,
  type ScoredEvaluation,
  scoreSums,
  trendPoints,
} from "./score-rollups.ts";
import { evaluationScoresToWire, sampleScoresToWire } from "./score-wire.ts";

const day = 86_400_000;
const evaluators = weighEvaluators([
  evaluatorInput.parse({ type: "triage_accuracy" }),
  evaluatorInput.parse({ type: "symptom_extraction" }),
]);

const outcomeOf = (score: number | null): Outcome =>
  score === null
    ? { status: "skipped", reason: "missing_output", details: {}, tally: null }
    : scoredOutcome(score);

function evaluationOf(id: string, rows: readonly (number | null)[][], at = 0): ScoredEvaluation {
  const evaluated = rows.map((scores, index) => ({
    sample: { id: `smp_${index}`, externalId: null, clusterId: null, expected: null },
    output: null,
    outcomes: scores.map(outcomeOf),
  }));
  const parts = {
    evaluators,
    resolved: resolveEvaluators(evaluators, [], "fail"),
    failOnError: 0,
    runs: 1,
    evaluated,
    effective: new Map(),
  };
  return {
    ...notStarted,
    ...parts,
    id,
    project: "proj_1",
    dataset: "ds_1",
    datasetVersion: 1,
    model: null,
    name: id,
    sampleFilter: null,
    missingOutput: "fail",
    asOf: null,
    routing: null,
    manifestHash: "",
    metadata: {},
    total: rows.length,
    createdAt: at,
    status: "completed",
    completedAt: at,
    results: resultsOf(parts),
  };
}

const first = evaluationOf(
  "eval_1",
  [
    [100, 40],
    [50, null],
    [0, 80],
  ],
  day,
);
const second = evaluationOf("eval_2", [[60, null]], 2 * day);

test("a rollup counts, averages and distributes the scores of an evaluator and of the samples", () => {
  expect(rollupOf(first, "triage_accuracy")).toMatchObject({
    scored: 3,
    total: 3,
    passed: 1,
    mean: 50,
    median: 50,
    stdDev: 50,
    min: 0,
    max: 100,
    sum: 150,
    buckets: [1, 0, 0, 0, 0, 1, 0, 0, 0, 1],
  });
  expect(rollupOf(first, "symptom_extraction")).toMatchObject({ scored: 2, skipped: 1, mean: 60 });
  expect(rollupOf(first, "")).toMatchObject({ scored: 3, mean: 160 / 3, sum: 160 });
  expect(evaluationScoresToWire(first, rollupsOf(first), { include_breakdown: true })).toMatchObject({
    evaluation_id: "eval_1",
    sample_count: 3,
    breakdown: { triage_accuracy: { mean: 50, weight: 1, pass_rate: 100 / 3 } },
  });
});

test("a mean that a test sets replaces the computed mean, including in the sums", () => {
  const results = first.results && { ...first.results, by_evaluator: { triage_accuracy: 90 } };
  expect(rollupOf({ ...first, results }, "triage_accuracy")).toMatchObject({ mean: 90, sum: 270 });
});

test("sums are grouped by period and day, and exclude an evaluation outside of both periods", () => {
  const periods = { current: { start: 2 * day, end: 3 * day }, previous: { start: day, end: 2 * day } };
  const sums = scoreSums([first, second, evaluationOf("eval_0", [[1, 1]])], {
    ...periods,
    evaluator: "triage_accuracy",
    zone: "UTC",
  });
  expect(sums).toMatchObject([
    { period: "previous", day: "1970-01-02", scored: 3, sum: 150 },
    { period: "current", day: "1970-01-03", scored: 1, sum: 60 },
  ]);
});

test("a trend contains evaluations with scores, by time, in one series if their conditions are equal", () => {
  const points = trendPoints([second, first], "triage_accuracy");
  expect(points).toMatchObject([
    { evaluation: "eval_1", at: day, score: 50 },
    { evaluation: "eval_2", at: 2 * day, score: 60 },
  ]);
  expect(points[0]?.series).toBe(points[1]?.series);
  expect(trendPoints([first, second], "symptom_extraction")).toHaveLength(1);
});

test("a mean is ranked among the means of earlier completed evaluations", () => {
  expect([second, first].sort(byCompletion).map(({ id }) => id)).toEqual(["eval_1", "eval_2"]);
  expect(earlierRanks(second, [first, second], "triage_accuracy")).toEqual({ below: 1, ties: 0, n: 1 });
  expect(earlierRanks(first, [first, second], "triage_accuracy").n).toBe(0);
});

test("the samples with the lowest scores below a threshold are listed, lowest first", () => {
  expect(lowestSamples(first, "triage_accuracy", 100).map(({ score }) => score)).toEqual([0, 50]);
});

test("the scores of a sample contain the combined score once, after an override", () => {
  const override = { review: "rev_1", position: 0, value: 90, submittedAt: 0, ordinal: 0 };
  const effective = effectiveScores(sampleResults(first, [outcomeOf(100), outcomeOf(40)]), [override]);
  const reviewed = { ...first, effective: new Map([["smp_0", effective]]) };
  const records = sampleScoreRecords(reviewed, "smp_0", () => 0);
  expect(sampleScoresToWire("smp_0", records)).toMatchObject({
    scores: [
      { evaluator: "triage_accuracy", value: 90, original_value: 100, overridden_by: "rev_1" },
      { evaluator: "symptom_extraction", value: 40, original_value: 40, overridden_by: null },
    ],
    combined: [{ evaluation: "eval_1", value: 65, original_value: 70, overridden_by: "rev_1" }],
    has_more: false,
  });
  expect(sampleScoreRecords(first, "smp_9", () => 0)).toEqual([]);
});
