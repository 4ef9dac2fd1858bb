import { expect, test } from "vitest";
import type { Outcome } from "../../domain/evaluators/evaluator.ts";
import { effectiveScores } from "../../domain/review/effective-score.ts";
import { sampleResults } from "../evaluations/outcomes/stored-outcome.ts";
import { weighEvaluators } from "../evaluations/evaluation-rules.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import { exportedRows } from "./exported-rows.ts";

const evaluators = weighEvaluators([
  evaluatorInput.parse({ type: "triage_accuracy", weight: 3 }),
  evaluatorInput.parse({ type: "symptom_extraction", weight: 1 }),
]);
const outcomes: Outcome[] = [
  {
    status: "scored",
    score: 40,
    passed: false,
    flagged: true,
    flag_reason: null,
    classification: "under_triage",
    details: { step: 1 },
    tally: null,
  },
  { status: "skipped", reason: "missing_output", details: {}, tally: null },
];
const evaluated = {
  sample: {
    id: "smp_1",
    dataset: "ds_1",
    externalId: "ext",
    input: "in",
    output: null,
    expected: null,
    metadata: { site: "x" },
    tags: ["t"],
    split: null,
    clusterId: null,
    contentHash: "1",
    caseHash: "2",
    createdAt: 0,
  },
  output: undefined,
  outcomes,
};
const evaluation = {
  id: "ev_1",
  name: "Run",
  dataset: "ds_1",
  datasetVersion: 2,
  model: null,
  evaluators,
  effective: new Map(),
};
const context = {
  createdAt: (index: number) => 5 + index,
  credentialsOf: (review: string) => (review === "rev_1" ? ["MD", "RN"] : undefined),
};

test("a sample has a row for each evaluator, with the figures of the evaluator and of the sample", () => {
  expect(exportedRows({ ...evaluation, evaluated: [evaluated] }, context)).toMatchObject([
    {
      evaluation: "ev_1",
      evaluator: "triage_accuracy",
      status: "scored",
      score: 40,
      original_score: 40,
      overridden_by: null,
      reviewer_credentials: null,
      flag_reason: "flagged",
      combined_score: 40,
      details: '{"step":1}',
      metadata: '{"site":"x"}',
      created_at: 5,
      input: '"in"',
      output: null,
      expected: null,
    },
    { evaluator: "symptom_extraction", status: "skipped", score: null, flagged: false, flag_reason: null },
  ]);
});

test("a row contains an overridden score next to the automated score, with the credentials of the reviewer", () => {
  const override = { review: "rev_1", position: 0, value: 90, submittedAt: 0, ordinal: 0 };
  const effective = new Map([
    ["smp_1", effectiveScores(sampleResults({ evaluators }, outcomes), [override])],
  ]);
  expect(exportedRows({ ...evaluation, effective, evaluated: [evaluated] }, context)[0]).toMatchObject({
    score: 90,
    original_score: 40,
    overridden_by: "rev_1",
    reviewer_credentials: "MD, RN",
    combined_score: 90,
    combined_original_score: 40,
  });
});
