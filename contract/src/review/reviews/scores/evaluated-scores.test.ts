import { expect, test } from "vitest";
import type { Outcome } from "../../../domain/evaluators/evaluator.ts";
import { resolveEvaluators, weighEvaluators } from "../../../evaluation/evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../../../evaluation/evaluators/evaluators.ts";
import { reviewRecord } from "../review-record.fixture.ts";
import {
  activeOverrides,
  latestScored,
  overrideIn,
  queuedScores,
  type ScoredEvaluation,
  scoredSample,
} from "./evaluated-scores.ts";

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
const evaluators = weighEvaluators([
  evaluatorInput.parse({ type: "triage_accuracy", weight: 3 }),
  evaluatorInput.parse({ type: "symptom_extraction", weight: 1 }),
]);
const evaluationOf = (id: string, given: Partial<ScoredEvaluation> = {}): ScoredEvaluation => ({
  id,
  status: "completed",
  completedAt: 1000,
  evaluators,
  resolved: resolveEvaluators(evaluators, [], "fail"),
  runs: 1,
  failOnError: 0.5,
  evaluated: [
    {
      sample: { id: "smp_1", externalId: null, clusterId: null, expected: "then" },
      output: "out",
      outcomes: [scored(80), scored(40)],
    },
  ],
  effective: new Map(),
  ...given,
});
const evaluation = evaluationOf("eval_1");
const keys = ["triage_accuracy", "symptom_extraction"];

test("a sample has a score from each evaluator and a combined score", () => {
  // (3 × 80 + 1 × 40) / 4 = 70
  expect(scoredSample(evaluation, "smp_1")).toEqual({
    id: "eval_1",
    status: "completed",
    evaluatorKeys: keys,
    scores: [80, 40],
    combined: 70,
  });
  expect(scoredSample(evaluation, "smp_2")).toMatchObject({ scores: [], combined: null });
});

test("of the completed evaluations that scored a sample, the latest counts, then the largest id", () => {
  const running = evaluationOf("eval_9", { status: "running", completedAt: null });
  const unscored = evaluationOf("eval_8", { evaluated: [], completedAt: 9000 });
  const evaluations = [
    evaluation,
    running,
    evaluationOf("eval_3", { completedAt: 2000 }),
    evaluationOf("eval_2", { completedAt: 2000 }),
    unscored,
  ];
  expect(latestScored(evaluations, "smp_1")?.id).toBe("eval_3");
  expect(latestScored([running, unscored], "smp_1")).toBeUndefined();
});

test("a queued sample has the reasons of its flags and the expected answer at the time of scoring", () => {
  expect(queuedScores(evaluation, "smp_1", { expected: "now" })).toMatchObject({
    scores: [80, 40],
    reasons: [null, "flagged"],
    expected: "then",
  });
});

test("before the evaluation completes, a queued sample has the current expected answer and no scores", () => {
  const running = evaluationOf("eval_1", { status: "running", completedAt: null });
  expect(queuedScores(running, "smp_1", { expected: "now" })).toMatchObject({
    scores: [],
    reasons: [],
    combined: null,
    expected: "now",
  });
});

const override = (given: Parameters<typeof reviewRecord>[0] = {}) => ({
  ...reviewRecord({ evaluation: "eval_1", evaluator: "symptom_extraction", overrideValue: 90, ...given }),
  ordinal: 1,
});

test("the active overrides are those of the evaluation and the sample", () => {
  const others = [
    override({ id: "rev_2", evaluation: "eval_2" }),
    override({ id: "rev_3", sample: "smp_2" }),
    override({ id: "rev_4", overrideValue: null }),
  ];
  const combined = override({ id: "rev_5", evaluator: null, overrideValue: 60 });
  expect(activeOverrides(evaluation, [override(), ...others, combined], "smp_1")).toEqual([
    { review: "rev_1", position: 1, value: 90, submittedAt: 10, ordinal: 1 },
    { review: "rev_5", position: -1, value: 60, submittedAt: 10, ordinal: 1 },
  ]);
});

test("a review affects scores only if it overrides one or did so before", () => {
  const review = override();
  const change = { review, before: undefined, position: 1, reviews: [review] };
  // (3 × 80 + 1 × 90) / 4 = 82.5
  expect(overrideIn(evaluation, change)?.effective.weighted).toBe(82.5);
  const plain = override({ overrideValue: null });
  expect(overrideIn(evaluation, { ...change, review: plain, reviews: [plain] })).toBeUndefined();
  const withdrawn = overrideIn(evaluation, { ...change, review: plain, before: review, reviews: [plain] });
  expect(withdrawn?.events).toMatchObject([{ data: { withdrawn: true, value: 40 } }]);
});
