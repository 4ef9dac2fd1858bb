import { describe, expect, test } from "vitest";
import { ApiError } from "../../platform/errors.ts";
import { weighEvaluators } from "../evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import { metricsPeriod, requireAnalyzed, thresholdAnalysis } from "./score-rules.ts";

const now = Date.parse("2026-03-31T15:30:00Z");
const texts = (query: Parameters<typeof metricsPeriod>[0]) => {
  const { start, end } = metricsPeriod(query, now);
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};

describe("the period of metrics", () => {
  test("is by default the last 30 UTC days, including today", () => {
    expect(texts({})).toEqual(["2026-03-02T00:00:00.000Z", "2026-04-01T00:00:00.000Z"]);
  });

  test("includes the whole last day if the end is a day, and excludes the end if it is an instant", () => {
    expect(texts({ start_date: "2026-03-01", end_date: "2026-03-01" })).toEqual([
      "2026-03-01T00:00:00.000Z",
      "2026-03-02T00:00:00.000Z",
    ]);
    expect(texts({ start_date: "2026-03-01T00:00:00+05:00", end_date: "2026-03-01T00:00:00Z" })).toEqual([
      "2026-02-28T19:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
  });

  test("ends today by default, and starts 30 days before its end", () => {
    expect(texts({ start_date: "2025-12-31" })).toEqual([
      "2025-12-31T00:00:00.000Z",
      "2026-04-01T00:00:00.000Z",
    ]);
    expect(texts({ end_date: "2026-03-02" })).toEqual([
      "2026-02-01T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
  });

  test("is within the years 1 to 9999", () => {
    expect(texts({ end_date: "0001-01-10" })).toEqual([
      "0001-01-01T00:00:00.000Z",
      "0001-01-11T00:00:00.000Z",
    ]);
    expect(() => metricsPeriod({ end_date: "0001-01-01T00:00:00Z" }, now)).toThrow(
      "The period starts at 0001-01-01T00:00:00.000Z; it must start before its end, 0001-01-01T00:00:00.000Z.",
    );
    expect(texts({ start_date: "9999-12-30", end_date: "9999-12-31" })[1]).toBe("9999-12-31T23:59:59.999Z");
  });

  test("must not be empty, and must not exceed ten years", () => {
    for (const query of [
      { start_date: "2026-04-01" },
      { start_date: "2026-03-02", end_date: "2026-03-01" },
      { start_date: "2016-01-01", end_date: "2026-03-01" },
    ])
      expect(() => metricsPeriod(query, now)).toThrow(ApiError);
    expect(() => metricsPeriod({ start_date: "2016-03-01", end_date: "2026-03-07" }, now)).not.toThrow();
  });
});

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
    const figures = { mean: 60, std_dev: 1, scored: 4, total: 5, earlier: { below: 1, ties: 0, n: 1 } };
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
