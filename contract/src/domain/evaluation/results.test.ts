import { describe, expect, test } from "vitest";
import {
  aggregateEvaluation,
  coverageOf,
  type CombinedFigures,
  type EvaluatorFigures,
  unscoredIn,
} from "./results.ts";
import { summarizeTriage } from "../triage/triage-summary.ts";

const triage = summarizeTriage({ levels: ["emergent", "routine"] }, [
  { tally: '["emergent","level","routine"]', count: 1 },
]);

const evaluator = (more: Partial<EvaluatorFigures> = {}): EvaluatorFigures => ({
  key: "triage_accuracy",
  classifications: ["correct", "under_triage", "over_triage"],
  counts: [
    { classification: "correct", count: 80 },
    { classification: "under_triage", count: 10 },
  ],
  mean: 92.5,
  statuses: { scored: 90, errored: 10, skipped: 0, missing_output: 4, not_applicable: 0 },
  triage: null,
  ...more,
});

const combined: CombinedFigures = {
  sampleCount: 90,
  weightedMean: 92.5,
  equalMean: 91,
  passed: 80,
  flagged: 12,
  statuses: { scored: 90, errored: 10, skipped: 0, missing_output: 4, not_applicable: 0 },
};

describe("the results of an evaluation", () => {
  test("contain the failures beside the pass rate of scored samples", () => {
    // 10 of 100 samples errored, and 80 of the other 90 passed: 88.9 %. The same object contains the count of
    // the ten errors.
    const results = aggregateEvaluation([evaluator()], combined);
    const coverage = {
      scored: 90,
      errored: 10,
      skipped: 0,
      total: 100,
      missing_output: 4,
      not_applicable: 0,
    };
    expect(results).toEqual({
      aggregate_score: 92.5,
      weighted_aggregate: 92.5,
      aggregate: 91,
      pass_rate: 8000 / 90,
      sample_count: 90,
      by_evaluator: { triage_accuracy: 92.5 },
      coverage,
      coverage_by_evaluator: { triage_accuracy: coverage },
      distributions: { triage_accuracy: { correct: 80, under_triage: 10, over_triage: 0 } },
      flagged_samples: 12,
      missing_output: 4,
    });
  });

  test("have null figures if nothing was scored", () => {
    const results = aggregateEvaluation([evaluator({ mean: null, counts: [] })], {
      sampleCount: 0,
      weightedMean: null,
      equalMean: null,
      passed: 0,
      flagged: 0,
      statuses: { scored: 0, errored: 0, skipped: 3, missing_output: 0, not_applicable: 0 },
    });
    expect(results).toMatchObject({
      aggregate_score: null,
      pass_rate: null,
      sample_count: 0,
      by_evaluator: { triage_accuracy: null },
      coverage: { total: 3 },
      distributions: { triage_accuracy: { correct: 0, under_triage: 0, over_triage: 0 } },
    });
  });

  test("contain further classes if they occurred, without rows that have no class", () => {
    const counts = [
      { classification: "no_answer", count: 2 },
      { classification: "invalid_level", count: 0 },
      { classification: null, count: 5 },
    ];
    expect(aggregateEvaluation([evaluator({ counts })], combined).distributions).toEqual({
      triage_accuracy: { correct: 0, under_triage: 0, over_triage: 0, no_answer: 2 },
    });
  });

  test("contain the triage block of the only evaluator that has one", () => {
    const results = aggregateEvaluation([evaluator({ key: "other" }), evaluator({ triage })], combined);
    expect(results.triage).toBe(triage);
    expect(results).not.toHaveProperty("triage_by_evaluator");
  });

  test("contain the first triage block, and all blocks by evaluator if several evaluators have one", () => {
    const second = summarizeTriage({ levels: ["now", "later"] }, []);
    const results = aggregateEvaluation(
      [evaluator({ triage }), evaluator({ key: "coarse", triage: second })],
      combined,
    );
    expect(results.triage).toBe(triage);
    expect(results.triage_by_evaluator).toEqual({ triage_accuracy: triage, coarse: second });
  });

  test("list the evaluators in their order", () => {
    const keys = ["b", "a", "c"];
    const results = aggregateEvaluation(
      keys.map((key) => evaluator({ key })),
      combined,
    );
    expect(Object.keys(results.by_evaluator)).toEqual(keys);
  });
});

test("coverage adds up to its total, and unscored samples exclude those out of scope", () => {
  const counts = { scored: 1, errored: 2, skipped: 3, missing_output: 4, not_applicable: 1 };
  expect(coverageOf(counts)).toEqual({ ...counts, total: 6 });
  expect(unscoredIn(counts)).toBe(4);
});
