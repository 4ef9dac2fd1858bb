import { expect, test } from "vitest";
import { evaluationEvents } from "../evaluation-events.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import { exampleEvaluation } from "./evaluation-object.ts";
import { notStarted } from "./evaluation-creation-rules.ts";
import { cancels, evaluationEnded } from "./evaluation-end-rules.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";
import { weighEvaluators } from "./evaluation-rules.ts";
import { cancellationToWire, evaluationToWire, shownEvaluation } from "./evaluation-wire.ts";

const at = Date.parse("2026-03-02T09:30:00Z");
const record: EvaluationRecord = {
  ...notStarted,
  id: exampleEvaluation.id,
  project: exampleEvaluation.project,
  dataset: exampleEvaluation.dataset,
  datasetVersion: 2,
  model: null,
  name: "Nightly",
  evaluators: weighEvaluators([evaluatorInput.parse({ type: "triage_accuracy" })]),
  resolved: [],
  sampleFilter: null,
  failOnError: 0.1,
  missingOutput: "fail",
  runs: 1,
  asOf: null,
  routing: null,
  manifestHash: "00",
  metadata: {},
  total: 3,
  createdAt: at,
};
const completed: EvaluationRecord = {
  ...record,
  status: "completed",
  completed: 2,
  failed: 1,
  results: exampleEvaluation.results,
  startedAt: at,
  completedAt: at + 2500,
};

test("a cancel request cancels a pending or running evaluation, does not change a cancelled one, and is refused otherwise", () => {
  expect(cancels({ id: "e", status: "pending" })).toBe(true);
  expect(cancels({ id: "e", status: "running" })).toBe(true);
  expect(cancels({ id: "e", status: "cancelled" })).toBe(false);
  for (const status of ["completed", "failed"] as const)
    expect(() => cancels({ id: "e", status })).toThrow(/this operation requires pending or running/);
});

test("each final state emits the event with the same name, with the progress", () => {
  for (const status of ["completed", "failed", "cancelled"] as const) {
    const event = evaluationEnded({ ...completed, status }, at);
    expect(event).toMatchObject({ event: `evaluation.${status}`, at, data: { status } });
    expect(evaluationEvents[`evaluation.${status}`].parse(event.data)).toMatchObject({
      progress: { total: 3, completed: 2, failed: 1 },
      aggregate_score: exampleEvaluation.results.aggregate_score,
    });
  }
});

test("a completed evaluation is returned with results and duration, but without results for a blind reviewer", () => {
  expect(Object.keys(evaluationToWire(record))).not.toContain("results");
  expect(evaluationToWire(completed)).toMatchObject({ results: completed.results, duration_seconds: 2 });
  expect(shownEvaluation(completed, { scored: false, dataset: false })).toEqual(evaluationToWire(completed));
  const blind = shownEvaluation(completed, { scored: true, dataset: true });
  expect(blind).toMatchObject({ routing: null, status: "completed", duration_seconds: 2 });
  expect(Object.keys(blind)).not.toContain("results");
});

test("an evaluation of a dataset under blind review shows nothing that may name the model or repeat values of samples", () => {
  const reason = {
    evaluator: "triage_accuracy",
    status: "errored" as const,
    reason: "The expected level is canary.",
    count: 1,
    sample: "smp_1",
    external_id: "canary",
  };
  const failed = {
    ...completed,
    name: "canary",
    model: "mdl_canary",
    sampleFilter: { external_ids: ["canary"] },
    metadata: { model: "canary" },
    status: "failed" as const,
    error: "The expected level is canary.",
    errorReasons: [reason],
  };
  expect(JSON.stringify(shownEvaluation(failed, { scored: false, dataset: false }))).toContain("canary");
  const shown = shownEvaluation(failed, { scored: false, dataset: true });
  expect(JSON.stringify(shown)).not.toContain("canary");
  expect(shown).toMatchObject({
    name: failed.id,
    model: null,
    sample_filter: null,
    error: null,
    metadata: {},
  });
  expect(Object.keys(shown)).not.toContain("error_reasons");
  expect(Object.keys(shown)).toContain("results");
});

test("a cancellation contains the progress and the time", () => {
  const cancelled = { ...record, status: "cancelled" as const, completed: 1, cancelledAt: at };
  expect(cancellationToWire(cancelled)).toEqual({
    id: record.id,
    object: "evaluation",
    status: "cancelled",
    progress: { total: 3, completed: 1, failed: 0 },
    cancelled_at: "2026-03-02T09:30:00.000Z",
  });
  expect(() => cancellationToWire(record)).toThrow(/is not cancelled/);
});
