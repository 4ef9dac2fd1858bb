import { expect, test } from "vitest";
import type { Outcome } from "../../domain/evaluators/evaluator.ts";
import { effectiveScores } from "../../domain/review/effective-score.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import {
  countProcessed,
  effectiveCombined,
  effectiveOutcome,
  resultRecords,
  resultsOf,
  verdictOf,
} from "./evaluated-samples.ts";
import { combinedScore, sampleResults, storedOutcome } from "./outcomes/stored-outcome.ts";
import { resolveEvaluators, weighEvaluators } from "./evaluation-rules.ts";
import { resultToWire } from "./evaluation-wire.ts";

const scored = (score: number): Outcome => ({
  status: "scored",
  score,
  passed: score >= 70,
  flagged: score < 50,
  flag_reason: null,
  classification: "correct",
  details: {},
  tally: null,
});
const unscored = (status: "skipped" | "errored", reason: string): Outcome => ({
  status,
  reason,
  details: {},
  tally: null,
});

const evaluators = weighEvaluators([
  evaluatorInput.parse({ type: "triage_accuracy", weight: 3 }),
  evaluatorInput.parse({ type: "symptom_extraction", weight: 1 }),
]);
const sampleOf = (id: string, outcomes: Outcome[]) => ({
  sample: { id, externalId: `ext-${id}`, clusterId: null, expected: null },
  output: { answer: id },
  outcomes,
});
const evaluated = [
  sampleOf("a", [scored(80), scored(40)]),
  sampleOf("b", [unscored("skipped", "missing_expected"), unscored("errored", "It failed.")]),
];
const evaluation = {
  evaluators,
  resolved: resolveEvaluators(evaluators, [], "fail"),
  runs: 1,
  failOnError: 0.5,
  evaluated,
  effective: new Map([
    [
      "a",
      effectiveScores(sampleResults({ evaluators }, evaluated[0]?.outcomes ?? []), [
        { review: "rev_1", position: 1, value: 100, submittedAt: 0, ordinal: 0 },
      ]),
    ],
  ]),
};
const noOutputs = { dataset: "ds_1", model: null, stored: [] };
const [first, second] = evaluated;
if (!first || !second) throw new Error("There are two samples.");

test("an outcome is stored with its reason, cut to 1,000 characters", () => {
  expect(storedOutcome(scored(40))).toMatchObject({ status: "scored", flagged: true, reason: "flagged" });
  expect(storedOutcome(scored(80))).toMatchObject({
    flagged: false,
    reason: null,
    classification: "correct",
  });
  const { reason } = storedOutcome(unscored("errored", "x".repeat(1001)));
  expect(reason).toBe(`${"x".repeat(999)}…`);
  expect(storedOutcome(unscored("skipped", "missing_output"))).toMatchObject({ score: null, passed: null });
});

test("samples are combined by weight and counted by whether an evaluator errored", () => {
  expect(combinedScore(evaluation, first.outcomes)).toMatchObject({ weighted: 70, equal: 60, passed: false });
  expect(combinedScore(evaluation, second.outcomes)).toMatchObject({ weighted: null, status: "errored" });
  expect(countProcessed(evaluated)).toEqual({ completed: 1, failed: 1 });
});

test("a reviewer's score replaces the evaluator's score", () => {
  expect(effectiveOutcome(evaluation, first, 1)).toMatchObject({ score: 100, passed: true });
  expect(effectiveOutcome(evaluation, first, 0)).toMatchObject({ score: 80 });
  expect(effectiveOutcome(evaluation, second, 0)).toMatchObject({ status: "skipped" });
  expect(effectiveCombined(evaluation, first)).toMatchObject({ weighted: 85, equal: 90, passed: true });
  expect(resultsOf(evaluation)).toMatchObject({
    by_evaluator: { triage_accuracy: 80, symptom_extraction: 100 },
    weighted_aggregate: 85,
    coverage: { scored: 1, errored: 1, skipped: 0, total: 2, missing_output: 0, not_applicable: 0 },
  });
});

test("results contain the automated and the effective score, and the key of their evaluator", () => {
  const records = resultRecords(evaluation, first, 0);
  expect(records.map(resultToWire(evaluation))).toMatchObject([
    { evaluator: "triage_accuracy", score: 80, original_score: 80, overridden_by: null, flagged: false },
    {
      evaluator: "symptom_extraction",
      score: 100,
      original_score: 40,
      overridden_by: "rev_1",
      flag_reason: "flagged",
    },
  ]);
});

test("an evaluation fails if too many samples errored, and if none was scored, with the reasons", () => {
  const verdict = (given: object) => verdictOf({ ...evaluation, ...given }, noOutputs);
  expect(verdict({})).toEqual({ status: "completed", error: null, errorReasons: null });
  expect(verdict({ failOnError: 0.1 }).error).toMatch(/1 of 2 samples errored \(50 %\)/);
  expect(verdict({ failOnError: 1, evaluated: [second] }).error).toMatch(/missing_expected \(1 result,/);
});
