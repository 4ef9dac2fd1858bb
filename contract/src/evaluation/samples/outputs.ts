// Requests and responses for model outputs.
import * as z from "zod";
import { idOf, optional, reference, withDefault, withinBytes } from "../../platform/common.ts";
import { datasetVersionNumber } from "../datasets/datasets.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { mappingQuery } from "./sample-imports.ts";
import { externalId, fileExternalId, output, runNumber, tooLarge } from "./sample-fields.ts";

const sampleOfOutput = optional(reference("sample"));
const runOfOutput = withDefault(
  runNumber.meta({
    description: `Number of the run (1 to ${limits.runs}), if the model was called several times for the sample. A sample has one output per model and run.`,
  }),
  1,
);

/** The condition that an output is not too large, with the refusal. */
const isSmall = [
  (item: { output?: unknown }): boolean => withinBytes(item.output, limits.sampleBytes),
  { error: tooLarge, path: ["output"] },
] as const satisfies Parameters<z.ZodObject["refine"]>;

/** The condition that an output has one reference to its sample, with the refusal. */
const namesOneSample = [
  (item: { sample?: string | undefined; external_id?: string | undefined }): boolean =>
    (item.sample === undefined) !== (item.external_id === undefined),
  { error: "must have exactly one of sample and external_id" },
] as const satisfies Parameters<z.ZodObject["refine"]>;

/** The schema of a model's output for one sample, which is identified by its id or its external id. */
export const outputItem = z
  .strictObject({
    sample: sampleOfOutput,
    external_id: optional(externalId),
    run: runOfOutput,
    output,
  })
  .refine(...isSmall)
  .refine(...namesOneSample)
  .meta({
    id: "OutputInput",
    description: "A model's output for one sample.",
    examples: [{ external_id: "call-0017", output: { triage_level: "urgent" } }],
  });

/** The schema of an output in a file, in which the external id can be a whole number. */
export const outputRow = z
  .strictObject({
    sample: sampleOfOutput,
    external_id: optional(fileExternalId),
    run: runOfOutput,
    output,
  })
  .refine(...isSmall)
  .refine(...namesOneSample);

/** The schema of one model's outputs, sent as JSON. */
export const createOutputsBody = z
  .strictObject({
    model: reference("model"),
    outputs: z
      .array(outputItem)
      .min(1)
      .max(limits.samplesPerBatch)
      .meta({ description: "1 to 1,000 outputs. Either all outputs are stored or none." }),
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

/** The schema of the result of storing outputs. */
export const outputsSummary = z
  .object({
    object: z.literal("outputs").meta({ description: "Always `outputs`." }),
    dataset: idOf("dataset"),
    model: idOf("model"),
    inserted: z.int().min(0).meta({ description: "Number of new outputs." }),
    updated: z.int().min(0).meta({ description: "Number of replaced outputs." }),
    unchanged: z.int().min(0).meta({ description: "Number of unchanged outputs." }),
    dataset_version: datasetVersionNumber,
  })
  .meta({
    id: "OutputsSummary",
    description: "The result of storing outputs.",
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

/** The schema of the query for a file of outputs: the model, and how columns or members become fields. */
export const outputsQuery = z.strictObject({
  model: reference("model").optional().meta({
    description:
      "The model that created the outputs. Required if the body is a file; not accepted if the body is JSON.",
  }),
  ...mappingQuery,
});
