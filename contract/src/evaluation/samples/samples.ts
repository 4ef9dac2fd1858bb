import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  limitQuery,
  listOf,
  paging,
  pathId,
  queryInteger,
} from "../../platform/common.ts";
import { datasetVersionNumber } from "../datasets/datasets.ts";
import { limits } from "../../platform/limits.ts";
import { createOutputsBody, outputsQuery, outputsSummary } from "./outputs.ts";
import { exampleSample, externalId, sample, sampleInput } from "./sample-fields.ts";
import { importQuery, importSummary } from "./sample-imports.ts";

const createSamplesBody = z
  .strictObject({
    samples: z
      .array(sampleInput)
      .min(1)
      .max(limits.samplesPerBatch)
      .meta({ description: "1 to 1,000 samples; all are added or none." }),
  })
  .meta({
    id: "CreateSamples",
    description: "Samples to add together.",
    examples: [{ samples: [{ external_id: "call-0018", input: { text: "Sprained ankle." } }] }],
  });

const createdSamples = z
  .object({
    object: z.literal("list").meta({ description: "Always `list`." }),
    data: z
      .array(sample)
      .max(limits.samplesPerBatch)
      .meta({ description: "The samples, in the order sent." }),
    dataset_version: datasetVersionNumber,
  })
  .meta({
    id: "CreatedSamples",
    description: "The samples that were added.",
    examples: [{ object: "list", data: [exampleSample], dataset_version: 2 }],
  });

export const sampleRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/datasets/:id/samples",
    summary: "Add samples",
    description: "Adds up to 1,000 samples, all or none, as one new version of the dataset.",
    pathParams: pathId("dataset"),
    headers: idempotencyHeaders,
    body: createSamplesBody,
    responses: answers({ 201: createdSamples }, 409),
    metadata: {
      operationId: "createSamples",
      tag: "Samples",
      scope: "datasets:write",
      sdk: "samples.create",
    },
  }),
  import: route({
    method: "POST",
    path: "/v1/datasets/:id/samples/import",
    summary: "Import samples from a file",
    description:
      "Streams JSON Lines, one JSON array or a table (`text/csv`) of rows `{id|external_id, input, output, expected, metadata, tags, split, cluster_id}` into the dataset, up to 1 GiB. Each fault is named with its line. A table's header names these fields, dots nest (`expected.triage_level`); a cell of input, output, expected or metadata that is JSON is parsed.",
    pathParams: pathId("dataset"),
    query: importQuery,
    headers: idempotencyHeaders,
    body: c.type<unknown>(),
    responses: answers({ 201: importSummary }, 409),
    metadata: {
      operationId: "importSamples",
      tag: "Samples",
      scope: "datasets:write",
      sdk: "samples.import",
      streamed: ["application/x-ndjson", "application/json", "text/csv"],
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/datasets/:id/samples",
    summary: "List a dataset's samples",
    description: "In dataset order, of the present version or an earlier one.",
    pathParams: pathId("dataset"),
    query: z.strictObject({
      version: queryInteger("Version of the dataset; the present one when left out.", 0, 2_147_483_647),
      external_id: externalId.optional(),
      limit: limitQuery,
      after: paging.after,
    }),
    responses: answers({ 200: listOf("SampleList", sample, exampleSample) }),
    metadata: {
      operationId: "listSamples",
      tag: "Samples",
      scope: "datasets:read",
      sdk: "samples.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/samples/:id",
    summary: "Get a sample",
    description: "One sample by its id, as it is now.",
    pathParams: pathId("sample"),
    responses: answers({ 200: sample }),
    metadata: { operationId: "getSample", tag: "Samples", scope: "datasets:read", sdk: "samples.get" },
  }),
  createOutputs: route({
    method: "POST",
    path: "/v1/datasets/:id/outputs",
    summary: "Store a model's outputs",
    description:
      "What one model answered to samples of the dataset; an evaluation with `model` scores these. All are stored or none; an output sent again replaces the one before. JSON takes 1,000 at a time; JSON Lines of `{sample|external_id, output}`, with the model in the query, are streamed, up to 1 GiB.",
    pathParams: pathId("dataset"),
    query: outputsQuery,
    headers: idempotencyHeaders,
    body: createOutputsBody.optional(),
    responses: answers({ 201: outputsSummary }, 409, 422),
    metadata: {
      operationId: "createOutputs",
      tag: "Samples",
      scope: "datasets:write",
      sdk: "samples.createOutputs",
      streamed: ["application/x-ndjson"],
    },
  }),
});
