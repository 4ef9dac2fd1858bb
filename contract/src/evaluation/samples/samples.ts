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
import { fileTypes, rowFileTypes } from "../../wire/rows/file-types.ts";

const createSamplesBody = z
  .strictObject({
    samples: z
      .array(sampleInput)
      .min(1)
      .max(limits.samplesPerBatch)
      .meta({ description: "1 to 1,000 samples. Either all samples are added or none." }),
  })
  .meta({
    id: "CreateSamples",
    description: "New samples.",
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
    description: "The added samples.",
    examples: [{ object: "list", data: [exampleSample], dataset_version: 2 }],
  });

export const sampleRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/datasets/:id/samples",
    summary: "Add samples",
    description:
      "Adds up to 1,000 samples as one new version of the dataset. Either all samples are added or none.",
    pathParams: pathId("dataset"),
    headers: idempotencyHeaders,
    body: createSamplesBody,
    responses: answers({ 201: createdSamples }, 409),
    metadata: {
      operationId: "createSamples",
      tag: "Samples",
      scope: "datasets:write",
      sdk: "samples.create",
      bodyLimits: "bulk",
    },
  }),
  import: route({
    method: "POST",
    path: "/v1/datasets/:id/samples/import",
    summary: "Import samples from a file",
    description:
      "Streams up to 1 GiB of JSON Lines, one JSON document or a table into the dataset. A row is `{id|external_id, input, output, expected, metadata, tags, split, cluster_id}`. A table's header contains these names, with dots for nesting (`expected.triage_level`). `map` assigns columns and members to these fields. JSON in a cell of a nested field is parsed. Each fault has its line number.",
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
      streamed: fileTypes,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/datasets/:id/samples",
    summary: "List a dataset's samples",
    description:
      "Returns the samples in the current version of the dataset or in an earlier version, in dataset order.",
    pathParams: pathId("dataset"),
    query: z.strictObject({
      version: queryInteger("Version of the dataset; by default the current version.", 0, 2_147_483_647),
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
    description: "Returns the current version of one sample by its id.",
    pathParams: pathId("sample"),
    responses: answers({ 200: sample }),
    metadata: { operationId: "getSample", tag: "Samples", scope: "datasets:read", sdk: "samples.get" },
  }),
  createOutputs: route({
    method: "POST",
    path: "/v1/datasets/:id/outputs",
    summary: "Store a model's outputs",
    description:
      "Stores one model's outputs for samples in the dataset. An evaluation with `model` scores these outputs. Either all are stored or none; a repeated output replaces the previous one. JSON accepts 1,000 outputs per request. A file of rows `{sample|external_id, output}` (JSON Lines or a table), with the model in the query, is streamed, up to 1 GiB.",
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
      bodyLimits: "bulk",
      streamed: rowFileTypes,
    },
  }),
});
