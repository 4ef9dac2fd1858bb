import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  listOf,
  metadata,
  nameText,
  optional,
  paging,
  pathId,
  reference,
  timestampInput,
  withDefault,
} from "../../platform/common.ts";
import { cancelledEvaluation, evaluation, exampleEvaluation, status } from "./evaluation-object.ts";
import { evaluationResult, exampleResult, resultsQuery } from "./evaluation-result.ts";
import { routingInput } from "../routing/evaluation-routing.ts";
import { missingOutput } from "../evaluators/evaluator-input.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { runNumber } from "../samples/sample-fields.ts";
import { sampleFilter } from "../samples/sample-filter.ts";

const createEvaluationBody = z
  .strictObject({
    name: nameText("Display name."),
    project: reference("project"),
    dataset: reference("dataset"),
    evaluators: z.array(evaluatorInput).min(1).max(limits.evaluatorsPerEvaluation).meta({
      description:
        "The evaluators (1 to 50). If several evaluators have one type, all but one of them require a `name`. At least one weight must be above 0.",
    }),
    model: optional(
      reference("model", "Evaluate this model's stored outputs instead of the samples' own outputs."),
    ),
    sample_filter: optional(sampleFilter),
    run_async: withDefault(
      z.boolean().meta({
        description: `If false, the response is sent when the evaluation completes, or after ${limits.syncWaitSeconds} seconds with its current state.`,
      }),
      true,
    ),
    fail_on_error: withDefault(
      z
        .number()
        .min(0)
        .max(1)
        .meta({ description: "Maximum share of errored samples. If it is exceeded, the evaluation fails." }),
      0.1,
    ),
    missing_output: withDefault(missingOutput, "fail"),
    runs: withDefault(
      runNumber.meta({
        description: `Number of runs to score (1 to ${limits.runs}): the model's outputs with a \`run\` up to this number. A sample's score is the mean over its runs, and a sample passes if all of its runs pass. More than 1 requires \`model\`.`,
      }),
      1,
    ),
    as_of: optional(
      timestampInput("Date used for metrics and trends, for imported history; must not be in the future."),
    ),
    routing: optional(routingInput),
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

/** A validated request for a new evaluation, with defaults applied. */
export type CreateEvaluationBody = z.output<typeof createEvaluationBody>;

const tag = "Evaluations";

export const evaluationRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/evaluations",
    summary: "Create an evaluation",
    description:
      "Runs evaluators over the samples in the dataset's current version, in the background. 422 `no_samples` if the filter matches no sample.",
    headers: idempotencyHeaders,
    body: createEvaluationBody,
    responses: answers({ 201: evaluation }, 409, 422),
    metadata: { operationId: "createEvaluation", tag, scope: "evaluations:write", sdk: "evaluations.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/evaluations",
    summary: "List evaluations",
    description: "Returns evaluations, newest first. Optionally filters by project, dataset or status.",
    query: z.strictObject({
      project: reference("project", "Filter by project.").optional(),
      dataset: reference("dataset", "Filter by dataset.").optional(),
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
    description: "Returns one evaluation with its progress, and with its results once completed.",
    pathParams: pathId("evaluation"),
    responses: answers({ 200: evaluation }),
    metadata: { operationId: "getEvaluation", tag, scope: "evaluations:read", sdk: "evaluations.get" },
  }),
  results: route({
    method: "GET",
    path: "/v1/evaluations/:id/results",
    summary: "List an evaluation's results",
    description:
      "Returns one item per sample, evaluator and run, in dataset order or lowest score first (`order=score`). While the evaluation runs, returns the results that exist so far.",
    pathParams: pathId("evaluation"),
    query: resultsQuery,
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
      "Stops a pending or running evaluation and retains the existing results. Repeating the request returns the first response again. 409 if the evaluation has completed or failed.",
    pathParams: pathId("evaluation"),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 200: cancelledEvaluation }, 409),
    metadata: { operationId: "cancelEvaluation", tag, scope: "evaluations:write", sdk: "evaluations.cancel" },
  }),
});
