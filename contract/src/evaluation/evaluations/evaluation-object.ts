import * as z from "zod";
import { idOf, longText, metadata, nameText, timestamp } from "../../platform/common.ts";
import { datasetVersionNumber } from "../datasets/datasets.ts";
import { evaluationResults, exampleResults } from "./evaluation-results.ts";
import { unscoredReasonList } from "./results/unscored-reason-list.ts";
import { routing } from "../routing/evaluation-routing.ts";
import { evaluatorEcho, missingOutput } from "../evaluators/evaluator-input.ts";
import {
  exampleDigest,
  exampleIds,
  exampleInstant,
  exampleLaterInstant,
} from "../../platform/example-values.ts";
import { runNumber } from "../samples/sample-fields.ts";
import { limits } from "../../platform/limits.ts";

const evaluationStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;
/** The state of an evaluation. */
export const status = z.enum(evaluationStatuses).meta({
  id: "EvaluationStatus",
  description: "pending → running → completed or failed; pending or running → cancelled.",
  examples: ["completed"],
});

/** The schema of an evaluation's progress. */
export const evaluationProgress = z
  .object({
    total: z.int().min(0).meta({ description: "Number of samples to evaluate." }),
    completed: z.int().min(0).meta({ description: "Number of samples processed without an error." }),
    failed: z.int().min(0).meta({ description: "Number of samples with an errored result." }),
  })
  .meta({
    id: "EvaluationProgress",
    description: "The progress of the evaluation, counted in samples.",
    examples: [{ total: 64, completed: 64, failed: 0 }],
  });

/** The schema of the endpoint that an evaluation waits for. */
const evaluationWait = z
  .object({
    origin: z.string().max(2048).meta({ description: "Scheme, host and port of the endpoint." }),
    since: timestamp("Time since which the evaluation has waited."),
  })
  .meta({
    id: "EvaluationWait",
    description: "The endpoint of a custom evaluator that is not called, because its recent calls failed.",
    examples: [{ origin: "https://evaluator.example.org", since: exampleInstant }],
  });

/** An example of an evaluation. */
export const exampleEvaluation = {
  id: exampleIds.evaluation,
  object: "evaluation" as const,
  name: "Nightly, triage-assistant 2026-02-11",
  project: exampleIds.project,
  dataset: exampleIds.dataset,
  dataset_version: 2,
  model: exampleIds.model,
  status: "completed" as const,
  evaluators: [{ type: "triage_accuracy" as const, weight: 1 }],
  sample_filter: null,
  fail_on_error: 0.1,
  missing_output: "fail" as const,
  runs: 1,
  progress: { total: 64, completed: 64, failed: 0 },
  as_of: null,
  routing: null,
  manifest_hash: exampleDigest,
  metadata: {},
  created_at: exampleInstant,
  started_at: exampleInstant,
  completed_at: exampleLaterInstant,
  cancelled_at: null,
  error: null,
  results: exampleResults,
  duration_seconds: 7,
};

/** When the members are hidden that may name the model, repeat values of samples, or state a score. */
const ifHidden = "if the caller has yet to review a sample of the dataset blind";

/** The schema of an evaluation, which is one run of evaluators over samples. */
export const evaluation = z
  .object({
    id: idOf("evaluation"),
    object: z.literal("evaluation").meta({ description: "Always `evaluation`." }),
    name: nameText(`Display name, or the id ${ifHidden}.`),
    project: idOf("project"),
    dataset: idOf("dataset"),
    dataset_version: datasetVersionNumber,
    model: idOf("model")
      .nullable()
      .meta({ description: `The model; null if the evaluation has none, or ${ifHidden}.` }),
    status,
    evaluators: z
      .array(evaluatorEcho)
      .max(limits.evaluatorsPerEvaluation)
      .meta({ description: "The evaluators as sent, with their weights." }),
    sample_filter: z
      .record(z.string().max(200), z.unknown())
      .nullable()
      .meta({
        description: `The filter as sent; null if the evaluation covers all samples, or ${ifHidden}.`,
      }),
    fail_on_error: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: "Maximum share of errored samples (0 to 1)." }),
    missing_output: missingOutput,
    runs: runNumber.meta({ description: "Number of runs of each sample (1 to 100)." }),
    progress: evaluationProgress,
    waiting_for: evaluationWait.optional().meta({
      description:
        "Present while a running evaluation waits for an endpoint. After 15 minutes in total, its remaining samples are errored.",
    }),
    as_of: timestamp("Date used for metrics and trends; null to use `completed_at`.").nullable(),
    routing: routing.nullable().meta({
      description: `The routing rule for samples; null if there is none, or ${ifHidden}.`,
    }),
    manifest_hash: z.string().length(64).meta({
      description:
        "SHA-256 hash over dataset version, model, evaluators and number of runs. Equal hashes mean equal conditions.",
    }),
    metadata,
    created_at: timestamp("Creation time."),
    started_at: timestamp("Start time; null if not started.").nullable(),
    completed_at: timestamp("Completion time; null unless completed.").nullable(),
    cancelled_at: timestamp("Cancellation time; null unless cancelled.").nullable(),
    error: longText(`Reason for the failure; null unless failed, or ${ifHidden}.`).nullable(),
    error_reasons: unscoredReasonList(
      "Most frequent reasons why results have no score, most frequent first; present if the evaluation failed because of its results.",
    ).optional(),
    results: evaluationResults.optional(),
    duration_seconds: z.int().min(0).optional().meta({
      description:
        "Time from `started_at` to `completed_at` in whole seconds, rounded down; present once completed.",
    }),
  })
  .meta({
    id: "Evaluation",
    description: "One run of evaluators over samples.",
    examples: [exampleEvaluation],
  });

/** The schema of the response to a cancel request. */
export const cancelledEvaluation = z
  .object({
    id: idOf("evaluation"),
    object: z.literal("evaluation").meta({ description: "Always `evaluation`." }),
    status,
    progress: evaluationProgress,
    cancelled_at: timestamp("Cancellation time."),
  })
  .meta({
    id: "CancelledEvaluation",
    description: "Confirmation of the cancellation. Results that already exist are retained.",
    examples: [
      {
        id: exampleIds.evaluation,
        object: "evaluation" as const,
        status: "cancelled" as const,
        progress: { total: 64, completed: 12, failed: 0 },
        cancelled_at: exampleLaterInstant,
      },
    ],
  });
