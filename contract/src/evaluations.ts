import * as z from "zod";
import { answers, c, route } from "./c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  longText,
  metadata,
  nameText,
  optional,
  paging,
  pathId,
  queryFlag,
  queryNumber,
  reference,
  refuseProto,
  timestamp,
  timestampInput,
  withDefault,
} from "./common.ts";
import { datasetVersionNumber } from "./datasets.ts";
import { compareRoute } from "./evaluation-comparison.ts";
import { evaluationResults, exampleResults } from "./evaluation-results.ts";
import { evaluatorEcho } from "./evaluator-input.ts";
import { evaluatorInput } from "./evaluators.ts";
import { exampleDigest, exampleIds, exampleInstant, exampleLaterInstant } from "./example-values.ts";
import { limits } from "./limits.ts";

const evaluationStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;
const status = z.enum(evaluationStatuses).meta({
  id: "EvaluationStatus",
  description: "pending → running → completed or failed; pending or running → cancelled.",
  examples: ["completed"],
});

const progress = z
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

const scalar = z
  .union([z.string().max(1000), z.number(), z.boolean(), z.null()])
  .meta({ description: "The value that the sample's metadata must have." });

const filterMetadata = z
  .preprocess<unknown, z.ZodRecord<z.ZodString, typeof scalar>, Record<string, z.input<typeof scalar>>>(
    (value, context) => {
      refuseProto(value, context);
      return value;
    },
    z.record(z.string().max(200), scalar).refine((values) => Object.keys(values).length <= 20, {
      error: "must have at most 20 members",
    }),
  )
  .meta({ description: "Only samples whose metadata have these values at these keys; at most 20." });

const sampleFilter = z
  .strictObject({
    ids: optional(
      z.array(reference("sample")).min(1).max(10_000).meta({ description: "Only these samples, by id." }),
    ),
    external_ids: optional(
      z
        .array(nameText("External id of a sample."))
        .min(1)
        .max(10_000)
        .meta({ description: "Only these samples, by external id." }),
    ),
    tags_any: optional(
      z
        .array(z.string().min(1).max(100).meta({ description: "A tag." }))
        .min(1)
        .max(50)
        .meta({ description: "Only samples with at least one of these tags." }),
    ),
    split: optional(z.string().min(1).max(100).meta({ description: "Only samples of this split." })),
    metadata: optional(filterMetadata),
    limit: optional(
      z
        .int()
        .min(1)
        .max(10_000_000)
        .meta({ description: "At most so many, a random subset drawn with `seed`." }),
    ),
    seed: optional(
      z
        .int()
        .min(0)
        .max(4_294_967_295)
        .meta({ description: "Seed of the random subset; default 0. Same seed, same subset." }),
    ),
  })
  .meta({
    id: "SampleFilter",
    description: "Which samples of the data set are evaluated; conditions add up.",
    examples: [{ tags_any: ["cardiac"], limit: 50, seed: 7 }],
  });

const exampleEvaluation = {
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

const evaluation = z
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
    progress,
    as_of: timestamp("The date that metrics and trends use; null: `completed_at`.").nullable(),
    manifest_hash: z.string().length(64).meta({
      description: "SHA-256 over data set version, model and evaluators: equal hashes, equal conditions.",
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

const createEvaluationBody = z
  .strictObject({
    name: nameText("Name for people."),
    project: reference("project"),
    dataset: reference("dataset"),
    evaluators: z
      .array(evaluatorInput)
      .min(1)
      .max(limits.evaluatorsPerEvaluation)
      .meta({ description: "1 to 50 evaluators; a second one of a type needs a `name`; not all weights 0." }),
    model: optional(reference("model", "Score this model's stored outputs instead of the samples' own.")),
    sample_filter: optional(sampleFilter),
    run_async: withDefault(
      z.boolean().meta({
        description: `false: answer when the evaluation is done, at the latest after ${limits.syncWaitSeconds} seconds with the state reached.`,
      }),
      true,
    ),
    fail_on_error: withDefault(
      z
        .number()
        .min(0)
        .max(1)
        .meta({ description: "The evaluation fails when more than this share of samples errored." }),
      0.1,
    ),
    as_of: optional(
      timestampInput("The date that metrics and trends use, not in the future; for importing history."),
    ),
    metadata: optional(metadata),
  })
  .meta({
    id: "CreateEvaluation",
    description: "A new evaluation.",
    examples: [
      {
        name: "Nightly, triage-assistant 2026-02-11",
        project: exampleIds.project,
        dataset: exampleIds.dataset,
        evaluators: [{ type: "triage_accuracy" }],
      },
      {
        name: "Safety, triage-assistant 2026-02-11",
        project: exampleIds.project,
        dataset: exampleIds.dataset,
        evaluators: [
          { type: "triage_accuracy", weight: 2 },
          { type: "red_flag_detection", config: { protocols: ["chest_pain", "stroke"] } },
          { type: "guideline_compliance", config: { guideline_set: "general_triage" } },
          { type: "symptom_extraction", config: { min_recall: 0.9 } },
        ],
      },
    ],
  });

/** What a request says of a new evaluation, checked and with its defaults. */
export type CreateEvaluationBody = z.output<typeof createEvaluationBody>;

const exampleResult = {
  object: "evaluation_result" as const,
  sample_id: exampleIds.sample,
  external_id: "call-0017",
  evaluator: "triage_accuracy",
  status: "scored" as const,
  score: 33.33333333333333,
  passed: false,
  output: { triage_level: "urgent" },
  expected: { triage_level: "emergent" },
  details: {
    predicted: "urgent",
    expected: "emergent",
    classification: "under_triage",
    distance: 1,
    severity_penalty: 66.66666666666667,
    reason: "Answered urgent where emergent was expected: 1 level too low.",
  },
  flagged: true,
  flag_reason: "under_triage",
  created_at: exampleLaterInstant,
};

const evaluationResult = z
  .object({
    object: z.literal("evaluation_result").meta({ description: "Always `evaluation_result`." }),
    sample_id: idOf("sample"),
    external_id: nameText("Your own id of the sample.").nullable(),
    evaluator: nameText("The evaluator's key: its type, or its name."),
    status: z.enum(["scored", "skipped", "errored"]).meta({
      id: "ResultStatus",
      description: "Skipped and errored results have no score and count in no mean.",
      examples: ["scored"],
    }),
    score: z.number().min(0).max(100).nullable().meta({ description: "0 to 100; null unless scored." }),
    passed: z.boolean().nullable().meta({ description: "Whether the sample passed; null unless scored." }),
    output: jsonOrNull("What was scored."),
    expected: jsonOrNull("What was expected."),
    details: z
      .record(z.string().max(200), z.unknown())
      .meta({ description: "What the evaluator says of it." }),
    flagged: z.boolean().meta({ description: "Whether a person should look at it." }),
    flag_reason: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "Why it is flagged; there when it is." }),
    created_at: timestamp("When it was scored."),
  })
  .meta({
    id: "EvaluationResult",
    description: "What one evaluator says of one sample.",
    examples: [exampleResult],
  });

function jsonOrNull(description: string) {
  return z.unknown().meta({ description: `${description} Any JSON; null: there is none.` });
}

const cancelledEvaluation = z
  .object({
    id: idOf("evaluation"),
    object: z.literal("evaluation").meta({ description: "Always `evaluation`." }),
    status,
    progress,
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

const tag = "Evaluations";

export const evaluationRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/evaluations",
    summary: "Create an evaluation",
    description:
      "Runs evaluators over the samples of a data set as it is now, in the background. No sample left by the filter: 422 `no_samples`.",
    headers: idempotencyHeaders,
    body: createEvaluationBody,
    responses: answers({ 201: evaluation }, 409, 422),
    metadata: { operationId: "createEvaluation", tag, scope: "evaluations:write", sdk: "evaluations.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/evaluations",
    summary: "List evaluations",
    description: "Newest first; by project, data set or status.",
    query: z.strictObject({
      project: reference("project", "Only those of this project.").optional(),
      dataset: reference("dataset", "Only those over this data set.").optional(),
      status: status.optional(),
      ...paging,
    }),
    responses: answers({ 200: listOf("EvaluationList", evaluation, exampleEvaluation) }),
    metadata: {
      operationId: "listEvaluations",
      tag,
      scope: "evaluations:read",
      sdk: "evaluations.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/evaluations/:id",
    summary: "Get an evaluation",
    description: "One evaluation with its progress, and with its results once it has completed.",
    pathParams: pathId("evaluation"),
    responses: answers({ 200: evaluation }),
    metadata: { operationId: "getEvaluation", tag, scope: "evaluations:read", sdk: "evaluations.get" },
  }),
  results: route({
    method: "GET",
    path: "/v1/evaluations/:id/results",
    summary: "List an evaluation's results",
    description: "One item per sample and evaluator, in data set order; those written so far while it runs.",
    pathParams: pathId("evaluation"),
    query: z.strictObject({
      evaluator: nameText("Only results of this evaluator, by its key.").optional(),
      score_below: queryNumber(z.number().min(0).max(100))
        .optional()
        .meta({ description: "Only results with a score below this, 0 to 100." }),
      flagged: queryFlag("Only flagged results (true), or only others (false)."),
      ...paging,
    }),
    responses: answers({ 200: listOf("EvaluationResultList", evaluationResult, exampleResult) }),
    metadata: {
      operationId: "listEvaluationResults",
      tag,
      scope: "evaluations:read",
      sdk: "evaluations.results",
      paginated: true,
    },
  }),
  cancel: route({
    method: "POST",
    path: "/v1/evaluations/:id/cancel",
    summary: "Cancel an evaluation",
    description:
      "Stops a pending or running evaluation and keeps the results so far. Cancelled already: the same answer again. Completed or failed: 409.",
    pathParams: pathId("evaluation"),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 200: cancelledEvaluation }, 409),
    metadata: { operationId: "cancelEvaluation", tag, scope: "evaluations:write", sdk: "evaluations.cancel" },
  }),
  compare: compareRoute,
});
