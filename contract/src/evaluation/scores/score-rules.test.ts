import { describe, expect, test } from "vitest";
import { coverageOf } from "../../domain/evaluation/results.ts";
import { ApiError } from "../../platform/errors.ts";
import { weighEvaluators } from "../evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import { requireAnalyzed, thresholdAnalysis } from "./score-rules.ts";

describe("the analysis of thresholds", () => {
  const thresholds = { triage_accuracy: { critical: 50, warning: 70, target: 90 } };
  const body = { project: "proj_1", evaluation: "eval_1", thresholds };
  const evaluation = {
    id: "eval_1",
    project: "proj_1",
    status: "completed" as const,
    evaluators: weighEvaluators([evaluatorInput.parse({ type: "triage_accuracy" })]),
  };
  const refusalOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      if (error instanceof ApiError) return [error.code, error.errors[0]?.path];
    }
    throw new Error("Nothing was refused.");
  };

  test("requires a completed evaluation of the project that ran each evaluator, in this order", () => {
    const other = { thresholds: { other: thresholds.triage_accuracy } };
    const refusals = [
      () => requireAnalyzed({ ...body, evaluation: undefined }, undefined),
      () => requireAnalyzed(body, undefined),
      () => requireAnalyzed(body, { ...evaluation, project: "proj_2", status: "running" }),
      () => requireAnalyzed({ ...body, ...other }, { ...evaluation, status: "running" }),
      () => requireAnalyzed({ ...body, ...other }, evaluation),
    ].map(refusalOf);
    expect(refusals).toEqual([
      ["reference_not_found", "/project"],
      ["reference_not_found", "/evaluation"],
      ["reference_not_found", "/evaluation"],
      ["invalid_state", undefined],
      ["reference_not_found", "/thresholds/other"],
    ]);
    expect(requireAnalyzed(body, evaluation)).toBe(evaluation);
  });

  test("has the status of each evaluator, and the worst of them", () => {
    const spread = { ci95: null, n_clusters: 4, effective_n: 4 };
    const counts = { scored: 4, errored: 0, skipped: 1, missing_output: 1, not_applicable: 1 };
    const figures = { mean: 60, spread, coverage: coverageOf(counts), earlier: { below: 1, ties: 0, n: 1 } };
    const worst = [{ sample: "smp_1", external_id: null, score: 10 }];
    expect(thresholdAnalysis(body, evaluation, [{ key: "triage_accuracy", figures, worst }])).toMatchObject({
      project_id: "proj_1",
      evaluation_id: "eval_1",
      results: {
        triage_accuracy: { current: 60, status: "warning", percentile_rank: 100, worst_samples: worst },
      },
      overall_status: "warning",
    });
  });
});
