import * as z from "zod";
import { idOf, longText, metadata, nameText, timestamp } from "../../platform/common.ts";
import { datasetVersionNumber } from "../datasets/datasets.ts";
import { evaluationResults, exampleResults } from "./evaluation-results.ts";
import { routing } from "../routing/evaluation-routing.ts";
import { evaluatorEcho } from "../evaluators/evaluator-input.ts";
import {
  exampleDigest,
  exampleIds,
  exampleInstant,
  exampleLaterInstant,
} from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

const evaluationStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;
/** The state of an evaluation. */
export const status = z.enum(evaluationStatuses).meta({
  id: "EvaluationStatus",
  description: "pending → running → completed or failed; pending or running → cancelled.",
  examples: ["completed"],
});

/** The progress of an evaluation. */
export const evaluationProgress = z
  .object({
    total: z.int().min(0).meta({ description: "Samples to evaluate." }),
    completed: z.int().min(0).meta({ description: "Samples processed without an error." }),
    failed: z.int().min(0).meta({ description: "Samples with an errored result." }),
  })
  .meta({
    id: "EvaluationProgress",
    description: "How far the evaluation is, in samples.",
    examples: [{ total: 64, completed: 64, failed: 0 }],
  });

/** The example of an evaluation. */
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

/** One run of evaluators over samples. */
export const evaluation = z
  .object({
    id: idOf("evaluation"),
    object: z.literal("evaluation").meta({ description: "Always `evaluation`." }),
    name: nameText("Name for people."),
    project: idOf("project"),
    dataset: idOf("dataset"),
    dataset_version: datasetVersionNumber,
    model: idOf("model").nullable(),
    status,
    evaluators: z
      .array(evaluatorEcho)
      .max(limits.evaluatorsPerEvaluation)
      .meta({ description: "The evaluators as sent, plus their weights." }),
    sample_filter: z
      .record(z.string().max(200), z.unknown())
      .nullable()
      .meta({ description: "The filter as sent; null: all samples." }),
    fail_on_error: z.number().min(0).max(1).meta({ description: "Share of samples that may error, 0 to 1." }),
    progress: evaluationProgress,
    as_of: timestamp("The date that metrics and trends use; null: `completed_at`.").nullable(),
    routing: routing.nullable().meta({
      description:
        "Which samples become review tasks; null: none, or not told to a reviewer with a blind review of a sample of it still to submit.",
    }),
    manifest_hash: z.string().length(64).meta({
      description: "SHA-256 over dataset version, model and evaluators: equal hashes, equal conditions.",
    }),
    metadata,
    created_at: timestamp("When it was created."),
    started_at: timestamp("When a worker took it; null: not yet.").nullable(),
    completed_at: timestamp("When it completed; null unless completed.").nullable(),
    cancelled_at: timestamp("When it was cancelled; null unless cancelled.").nullable(),
    error: longText("Why it failed; null unless failed.").nullable(),
    results: evaluationResults.optional(),
    duration_seconds: z.int().min(0).optional().meta({
      description: "Whole seconds from `started_at` to `completed_at`, rounded down; once completed.",
    }),
  })
  .meta({
    id: "Evaluation",
    description: "One run of evaluators over samples.",
    examples: [exampleEvaluation],
  });

/** The response to a cancellation. */
export const cancelledEvaluation = z
  .object({
    id: idOf("evaluation"),
    object: z.literal("evaluation").meta({ description: "Always `evaluation`." }),
    status,
    progress: evaluationProgress,
    cancelled_at: timestamp("When it was cancelled."),
  })
  .meta({
    id: "CancelledEvaluation",
    description: "The evaluation is cancelled; results so far are kept.",
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
