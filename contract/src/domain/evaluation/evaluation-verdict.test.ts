import { describe, expect, test } from "vitest";
import { evaluationVerdict, type NoOutputs } from "./evaluation-verdict.ts";
import type { UnscoredReason } from "./unscored-reasons.ts";

describe("a finished evaluation", () => {
  test("has completed if samples were scored and at most the allowed share errored", () => {
    expect(evaluationVerdict({ errored: 3, scored: 97, total: 100, failOnError: 0.1, reasons: [] })).toEqual({
      status: "completed",
      error: null,
      errorReasons: null,
    });
  });

  test("has completed if exactly the allowed share errored", () => {
    expect(
      evaluationVerdict({ errored: 3, scored: 27, total: 30, failOnError: 0.1, reasons: [] }).status,
    ).toBe("completed");
    expect(evaluationVerdict({ errored: 0, scored: 1, total: 1, failOnError: 0, reasons: [] }).status).toBe(
      "completed",
    );
  });

  test("has failed if more than the allowed share errored, with the figures", () => {
    expect(evaluationVerdict({ errored: 4, scored: 26, total: 30, failOnError: 0.1, reasons: [] })).toEqual({
      status: "failed",
      error: "4 of 30 samples errored (13.33 %); fail_on_error allows 10 %.",
      errorReasons: [],
    });
  });

  test("has failed if no sample was scored, regardless of the allowed share", () => {
    expect(evaluationVerdict({ errored: 10, scored: 0, total: 10, failOnError: 1, reasons: [] })).toEqual({
      status: "failed",
      error: "None of 10 samples was scored: 10 errored, 0 skipped.",
      errorReasons: [],
    });
  });

  test("reports why nothing was scored, the most frequent reason first", () => {
    const reason = { evaluator: "triage", status: "skipped", external_id: null } as const;
    const reasons: UnscoredReason[] = [
      { ...reason, reason: "missing_expected", count: 2, sample: "smp_9" },
      { ...reason, reason: "missing_output", count: 20, sample: "smp_3" },
      { ...reason, reason: "missing_output", count: 8, sample: "smp_2", external_id: "call-2" },
    ];
    const { error, errorReasons } = evaluationVerdict({
      errored: 0,
      scored: 0,
      total: 30,
      failOnError: 0.1,
      reasons,
    });
    expect(error).toBe(
      "None of 30 samples was scored: 0 errored, 30 skipped. Most frequent reasons: missing_output (28 results, for example call-2); missing_expected (2 results, for example smp_9).",
    );
    expect(errorReasons).toEqual([
      { ...reason, reason: "missing_output", count: 28, sample: "smp_2", external_id: "call-2" },
      { ...reason, reason: "missing_expected", count: 2, sample: "smp_9" },
    ]);
  });

  describe("without any output", () => {
    const figures = { errored: 0, scored: 68, total: 68, failOnError: 1, reasons: [] };
    const model = (index: number) => ({ id: `mdl_${index}`, name: `system-${index}`, version: "1.0" });
    const errorOf = (noOutputs: Partial<NoOutputs>) =>
      evaluationVerdict({ ...figures, noOutputs: { dataset: "ds_1", model: null, stored: [], ...noOutputs } })
        .error;

    test("has failed, and names the models with stored outputs", () => {
      expect(errorOf({ stored: [model(1), model(2)] })).toBe(
        'No selected sample of 68 has an output of its own, and the evaluation names no model. Set "model"; outputs are stored for mdl_1 (system-1-1.0), mdl_2 (system-2-1.0).',
      );
      expect(errorOf({ model: model(0), stored: [model(1)] })).toBe(
        "No selected sample of 68 has an output of mdl_0 (system-0-1.0). Outputs are stored for mdl_1 (system-1-1.0).",
      );
    });

    test("names at most five models", () => {
      expect(errorOf({ stored: [1, 2, 3, 4, 5, 6, 7].map(model) })).toMatch(
        /mdl_5 \(system-5-1\.0\), and 2 more\.$/,
      );
    });

    test("names the route that stores outputs if no model has any", () => {
      expect(errorOf({})).toBe(
        'No selected sample of 68 has an output of its own, and the evaluation names no model. Store outputs with POST /v1/datasets/ds_1/outputs, and set "model".',
      );
      expect(errorOf({ model: model(0) })).toMatch(
        /\. Store outputs with POST \/v1\/datasets\/ds_1\/outputs\.$/,
      );
    });
  });

  test("has failed without samples", () => {
    expect(evaluationVerdict({ errored: 0, scored: 0, total: 0, failOnError: 0.1, reasons: [] }).status).toBe(
      "failed",
    );
  });
});
