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
  queryFlag,
  queryNumber,
  reference,
  timestampInput,
  withDefault,
} from "../../platform/common.ts";
import { compareRoute } from "../comparison/evaluation-comparison.ts";
import { cancelledEvaluation, evaluation, exampleEvaluation, status } from "./evaluation-object.ts";
import { evaluationResult, exampleResult } from "./evaluation-result.ts";
import { routingInput } from "../routing/evaluation-routing.ts";
import { evaluatorInput } from "../evaluators/evaluators.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { sampleFilter } from "../samples/sample-filter.ts";

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

/** A validated request for a new evaluation, with its defaults. */
export type CreateEvaluationBody = z.output<typeof createEvaluationBody>;

const tag = "Evaluations";

export const evaluationRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/evaluations",
    summary: "Create an evaluation",
    description:
      "Runs evaluators over the samples of a dataset as it is now, in the background. No sample left by the filter: 422 `no_samples`.",
    headers: idempotencyHeaders,
    body: createEvaluationBody,
    responses: answers({ 201: evaluation }, 409, 422),
    metadata: { operationId: "createEvaluation", tag, scope: "evaluations:write", sdk: "evaluations.create" },
  }),
  list: route({
    method: "GET",
    path: "/v1/evaluations",
    summary: "List evaluations",
    description: "Newest first; by project, dataset or status.",
    query: z.strictObject({
      project: reference("project", "Only those of this project.").optional(),
      dataset: reference("dataset", "Only those over this dataset.").optional(),
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
    description: "One item per sample and evaluator, in dataset order; those written so far while it runs.",
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
