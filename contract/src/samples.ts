import * as z from "zod";
import { answers, c, route } from "./c.ts";
import {
  idempotencyHeaders,
  idOf,
  jsonValue,
  limitQuery,
  listOf,
  metadata,
  nameText,
  optional,
  paging,
  pathId,
  queryInteger,
  reference,
  timestamp,
  withinBytes,
} from "./common.ts";
import { datasetVersionNumber } from "./datasets.ts";
import { exampleDigest, exampleIds, exampleInstant } from "./example-values.ts";
import { limits } from "./limits.ts";
import { fieldError } from "./problem.ts";

const externalId = nameText("Your own id of the sample; unique in its data set.");
const input = jsonValue("What the system was given: any JSON.");
const output = jsonValue("What the system answered, e.g. `{triage_level}`; null: no recorded answer.");
const expected = jsonValue("What it should have answered, e.g. `{triage_level}`; null: not known.");
const tags = z
  .array(z.string().min(1).max(100).meta({ description: "A tag." }))
  .max(50)
  .meta({ description: "Tags to select by." });
const split = z.string().min(1).max(100).meta({ description: "Part of the data set, e.g. `test`." });
const clusterId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "Samples that share it are not independent (one patient, one conversation)." });

const exampleSample = {
  id: exampleIds.sample,
  object: "sample" as const,
  dataset: exampleIds.dataset,
  external_id: "call-0017",
  input: { text: "Crushing chest pain for 20 minutes, sweating." },
  output: { triage_level: "emergent" },
  expected: { triage_level: "emergent" },
  metadata: { clinic: "north" },
  tags: ["cardiac"],
  split: "test",
  cluster_id: null,
  content_hash: exampleDigest,
  case_hash: exampleDigest,
  created_at: exampleInstant,
};
const digest = (of: string) =>
  z
    .string()
    .length(64)
    .meta({ description: `SHA-256 of the RFC 8785 form of ${of}, in lower-case hexadecimal.` });

const sample = z
  .object({
    id: idOf("sample"),
    object: z.literal("sample").meta({ description: "Always `sample`." }),
    dataset: idOf("dataset"),
    external_id: externalId.nullable(),
    input,
    output,
    expected,
    metadata,
    tags,
    split: split.nullable(),
    cluster_id: clusterId.nullable(),
    content_hash: digest("`{input, output, expected}`"),
    case_hash: digest("`{input, expected}`"),
    created_at: timestamp("When the sample was first added."),
  })
  .meta({ id: "Sample", description: "One case: input, output and expectation.", examples: [exampleSample] });

// Null stands for absent here too, but without the step of `optional` that turns it into undefined: imports parse
// hundreds of thousands of rows, and these seven steps are most of what that costs.
const sampleFields = {
  input,
  output: z
    .unknown()
    .optional()
    .meta({ description: "What the system answered; null or left out: no recorded answer." }),
  expected: z
    .unknown()
    .optional()
    .meta({ description: "What it should have answered; null or left out: not known." }),
  metadata: metadata.nullish(),
  tags: tags.nullish(),
  split: split.nullish(),
  cluster_id: clusterId.nullish(),
};

const tooLarge = `must be at most ${limits.sampleBytes} bytes of JSON`;

const sampleInput = z
  .strictObject({ external_id: externalId.nullish(), ...sampleFields })
  .refine((given) => withinBytes(given, limits.sampleBytes), { error: tooLarge })
  .meta({
    id: "SampleInput",
    description: "A sample to add.",
    examples: [
      {
        external_id: "call-0017",
        input: { text: "Crushing chest pain for 20 minutes, sweating." },
        output: { triage_level: "emergent" },
        expected: { triage_level: "emergent" },
      },
    ],
  });

/** A row of an import: a sample whose `external_id` may also be called `id`. */
export const importRow = z
  .strictObject({ id: externalId.nullish(), external_id: externalId.nullish(), ...sampleFields })
  .refine((row) => (row.id ?? row.external_id) === (row.external_id ?? row.id), {
    error: "must be the same as id",
    path: ["external_id"],
  })
  .transform((row) => {
    // The row was made a moment ago and is nobody else's: a copy without `id` would cost as much as checking it.
    row.external_id ??= row.id;
    return row;
  });

/** A row of an import, checked. */
export type ImportedSample = z.output<typeof importRow>;

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

const importModes = ["create", "append", "update"] as const;
const importMode = z.enum(importModes).meta({
  id: "ImportMode",
  description:
    "What happens to a row whose `external_id` is there already: `create` refuses it, `append` leaves the stored sample as it is, `update` replaces it when it differs.",
  examples: ["create"],
});

const importSummary = z
  .object({
    object: z.literal("import").meta({ description: "Always `import`." }),
    dataset: idOf("dataset"),
    mode: importMode,
    inserted: z.int().min(0).meta({ description: "Rows that became new samples." }),
    updated: z.int().min(0).meta({ description: "Rows that replaced a sample." }),
    unchanged: z.int().min(0).meta({ description: "Rows whose sample was there already." }),
    failed: z.int().min(0).meta({ description: "Rows that were refused (only with `on_error=skip`)." }),
    errors: z
      .array(fieldError)
      .max(limits.importErrorsListed)
      .meta({ description: "The first 100 faults, each with its line." }),
    dataset_version: datasetVersionNumber,
  })
  .meta({
    id: "ImportSummary",
    description: "What an import did.",
    examples: [
      {
        object: "import",
        dataset: exampleIds.dataset,
        mode: "create",
        inserted: 64,
        updated: 0,
        unchanged: 0,
        failed: 0,
        errors: [],
        dataset_version: 1,
      },
    ],
  });

const outputItem = z
  .strictObject({
    sample: optional(reference("sample")),
    external_id: optional(externalId),
    output,
  })
  .refine((item) => withinBytes(item.output, limits.sampleBytes), { error: tooLarge, path: ["output"] })
  .refine((item) => (item.sample === undefined) !== (item.external_id === undefined), {
    error: "must have exactly one of sample and external_id",
  })
  .meta({
    id: "OutputInput",
    description: "What the model answered to one sample.",
    examples: [{ external_id: "call-0017", output: { triage_level: "urgent" } }],
  });

const createOutputsBody = z
  .strictObject({
    model: reference("model"),
    outputs: z
      .array(outputItem)
      .min(1)
      .max(limits.samplesPerBatch)
      .meta({ description: "1 to 1,000 outputs; all are stored or none." }),
  })
  .meta({
    id: "CreateOutputs",
    description: "Outputs of one model.",
    examples: [
      {
        model: exampleIds.model,
        outputs: [{ external_id: "call-0017", output: { triage_level: "urgent" } }],
      },
    ],
  });

const outputsSummary = z
  .object({
    object: z.literal("outputs").meta({ description: "Always `outputs`." }),
    dataset: idOf("dataset"),
    model: idOf("model"),
    inserted: z.int().min(0).meta({ description: "Outputs stored for the first time." }),
    updated: z.int().min(0).meta({ description: "Outputs that replaced another." }),
    unchanged: z.int().min(0).meta({ description: "Outputs that were there already." }),
    dataset_version: datasetVersionNumber,
  })
  .meta({
    id: "OutputsSummary",
    description: "What was stored.",
    examples: [
      {
        object: "outputs",
        dataset: exampleIds.dataset,
        model: exampleIds.model,
        inserted: 64,
        updated: 0,
        unchanged: 0,
        dataset_version: 2,
      },
    ],
  });

const importQuery = z.strictObject({
  mode: importMode.default("create").meta({
    description:
      "What happens to rows that are there already: refused (create), left (append), replaced (update).",
  }),
  on_error: z.enum(["abort", "skip"]).default("abort").meta({
    description: "`abort`: one bad row and nothing is written; `skip`: bad rows are left out and listed.",
  }),
});

export const sampleRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/datasets/:id/samples",
    summary: "Add samples",
    description: "Adds up to 1,000 samples, all or none, as one new version of the data set.",
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
      "Streams JSON Lines (`application/x-ndjson`) or one JSON array (`application/json`) of rows `{id|external_id, input, output, expected, metadata, tags, split, cluster_id}` into the data set, up to 1 GiB. Each fault is named with its line.",
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
      streamed: ["application/x-ndjson", "application/json"],
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/datasets/:id/samples",
    summary: "List a data set's samples",
    description: "In data set order, of the present version or an earlier one.",
    pathParams: pathId("dataset"),
    query: z.strictObject({
      version: queryInteger("Version of the data set; the present one when left out.", 0, 2_147_483_647),
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
      "What one model answered to samples of the data set; an evaluation with `model` scores these. An output sent again replaces the one before.",
    pathParams: pathId("dataset"),
    headers: idempotencyHeaders,
    body: createOutputsBody,
    responses: answers({ 201: outputsSummary }, 409, 422),
    metadata: {
      operationId: "createOutputs",
      tag: "Samples",
      scope: "datasets:write",
      sdk: "samples.createOutputs",
    },
  }),
});
