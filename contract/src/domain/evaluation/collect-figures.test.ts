import { expect, test } from "vitest";
import { combinedFigures, evaluatorFigures, groupTallies, sampleMarks } from "./collect-figures.ts";
import type { Outcome } from "../evaluators/evaluator.ts";
import type { Tally } from "./tally.ts";
import { triageAccuracy, type TriageAccuracyConfig } from "../evaluators/triage-accuracy.ts";
import { aggregateEvaluation } from "./results.ts";
import { scoreSample } from "./sample-score.ts";

const config: TriageAccuracyConfig = {
  levels: ["emergent", "urgent", "routine"],
  severity_weights: { under_triage: 2, over_triage: 1 },
  require_expected: false,
};
const answered = (output: string | null, expected: string | null): Outcome =>
  triageAccuracy.evaluate(config, {
    input: null,
    output: output === null ? null : { triage_level: output },
    expected: expected === null ? null : { triage_level: expected },
  });

const outcomes = [
  answered("emergent", "emergent"), // 100
  answered("urgent", "routine"), // 100·(1 − 1/2) = 50
  answered("urgent", "emergent"), // 100·(1 − 2/2) = 0, flagged
  answered("purple", "urgent"), // 0, flagged
  answered(null, "urgent"), // skipped
  answered("urgent", null), // skipped
  answered("urgent", "purple"), // errored
];

const samples = outcomes.map((outcome) => {
  const unscored = { status: outcome.status, score: null, passed: null, flagged: false };
  const result = outcome.status === "scored" ? outcome : unscored;
  return { ...scoreSample([{ ...result, weight: 1 }]), ...sampleMarks({}, [outcome]) };
});

test("tallies are grouped with their counts", () => {
  expect(
    groupTallies([answered("urgent", "urgent"), answered("urgent", "urgent"), answered(null, null)]),
  ).toEqual([
    { tally: '["urgent","level","urgent"]', count: 2 },
    { tally: '[null,"missing_output"]', count: 1 },
  ]);
});

test("an evaluator's mean covers only its scored samples", () => {
  const figures = evaluatorFigures(
    { key: "triage_accuracy", classifications: triageAccuracy.classifications },
    outcomes,
  );
  expect(figures).toMatchObject({
    mean: 37.5,
    statuses: { scored: 4, errored: 1, skipped: 2, missing_output: 0, not_applicable: 0 },
    triage: null,
  });
});

test("rows in memory produce complete results", () => {
  const evaluator = {
    key: "triage_accuracy",
    classifications: triageAccuracy.classifications,
    summarize: (tallies: readonly Tally[]) => {
      if (triageAccuracy.summarize === undefined) throw new Error("triage_accuracy makes a summary.");
      return triageAccuracy.summarize(config, tallies);
    },
  };
  const results = aggregateEvaluation([evaluatorFigures(evaluator, outcomes)], combinedFigures(samples));
  const coverage = {
    scored: 4,
    errored: 1,
    skipped: 2,
    total: 7,
    missing_output: 0,
    not_applicable: 0,
  };
  expect(results).toMatchObject({
    aggregate_score: 37.5,
    weighted_aggregate: 37.5,
    aggregate: 37.5,
    pass_rate: 25,
    sample_count: 4,
    by_evaluator: { triage_accuracy: 37.5 },
    coverage,
    coverage_by_evaluator: { triage_accuracy: coverage },
    distributions: { triage_accuracy: { correct: 1, under_triage: 1, over_triage: 1, invalid_level: 1 } },
    flagged_samples: 2,
    triage: { total: 5, answered: 3, invalid_level: 1, missing_output: 1, errored: 0, unknown_expected: 2 },
  });
});

test("no rows produce empty figures", () => {
  expect(combinedFigures([])).toEqual({
    sampleCount: 0,
    weightedMean: null,
    equalMean: null,
    passed: 0,
    flagged: 0,
    statuses: { scored: 0, errored: 0, skipped: 0, missing_output: 0, not_applicable: 0 },
  });
});
