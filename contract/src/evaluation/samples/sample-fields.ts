// The fields of a sample, in stored form, in requests and in file rows.
import * as z from "zod";
import {
  idOf,
  jsonValue,
  metadata,
  nameText,
  timestamp,
  withDefault,
  withinBytes,
} from "../../platform/common.ts";
import { exampleDigest, exampleIds, exampleInstant } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

/** The schema of the client's own id for a sample. */
export const externalId = nameText("The client's own id for the sample, unique in the dataset.");
const input = jsonValue("Input for the evaluated system (any JSON value).");
/** The schema of the evaluated system's output. */
export const output = jsonValue(
  "The evaluated system's output, e.g. `{triage_level}`; null if not recorded.",
);
/** The number of a run: a model that is called several times has several outputs for a sample. */
export const runNumber = z.int().min(1).max(limits.runs);
const expected = jsonValue("Expected answer, e.g. `{triage_level}`; null if unknown.");
const tags = z
  .array(z.string().min(1).max(100).meta({ description: "A tag." }))
  .max(50)
  .meta({ description: "Tags for filtering." });
const split = z.string().min(1).max(100).meta({ description: "Part of the dataset, e.g. `test`." });
const clusterId = z.string().min(1).max(200).meta({
  description:
    "Samples that share a value are not independent, for example because they belong to one patient or one conversation.",
});

/** An example of a sample. */
export const exampleSample = {
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
    .nullable()
    .meta({
      description: `SHA-256 hash of the RFC 8785 form of ${of}, in lower-case hexadecimal. Null, like \`expected\`, for a reviewer with a pending blind review of the sample.`,
    });

/** The schema of a stored sample. */
export const sample = z
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
    created_at: timestamp("Time at which the sample was first added."),
  })
  .meta({
    id: "Sample",
    description: "One case, with input, output and expected answer.",
    examples: [exampleSample],
  });

// In these schemas, null and absent values are equivalent. The schemas do not use `optional`, which converts
// null to undefined in an additional step. Imports parse hundreds of thousands of rows, and seven such steps
// per row would take most of the time.
const sampleFields = {
  input,
  output: z
    .unknown()
    .optional()
    .meta({ description: "The evaluated system's output; null or absent if not recorded." }),
  expected: z.unknown().optional().meta({ description: "Expected answer; null or absent if unknown." }),
  metadata: metadata.nullish(),
  tags: tags.nullish(),
  split: split.nullish(),
  cluster_id: clusterId.nullish(),
};

/** The message for a sample or an output that is too large. */
export const tooLarge = `must be at most ${limits.sampleBytes} bytes of JSON`;

/** The schema of a sample to add. */
export const sampleInput = z
  .strictObject({ external_id: externalId.nullish(), ...sampleFields })
  .refine((given) => withinBytes(given, limits.sampleBytes), { error: tooLarge })
  .meta({
    id: "SampleInput",
    description: "A new sample.",
    examples: [
      {
        external_id: "call-0017",
        input: { text: "Crushing chest pain for 20 minutes, sweating." },
        output: { triage_level: "emergent" },
        expected: { triage_level: "emergent" },
      },
    ],
  });

interface Identified {
  id?: string | null | undefined;
  external_id?: string | null | undefined;
}

/** The condition that both names of the id have the same value, with the refusal. */
const idsAgree = [
  (row: Identified): boolean => (row.id ?? row.external_id) === (row.external_id ?? row.id),
  { error: "must be equal to id", path: ["external_id"] },
] as const satisfies Parameters<z.ZodObject["refine"]>;

function digitsOf(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof value === "string" || value === null || value === undefined) return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  const message = "must be a string or an integer";
  context.addIssue({ code: "custom", message, input: value, params: { code: "invalid_type" } });
  return z.NEVER;
}

/**
 * Makes the schema of a text also accept a whole number, because many datasets number their rows. The number
 * becomes its decimal text, as in a CSV file.
 */
export const textOrInteger = <Text extends z.ZodType>(text: Text) => z.preprocess(digitsOf, text);

/** The schema of a client's own id in a file. */
export const fileExternalId = textOrInteger(externalId.nullish());

const importRowFields = {
  id: fileExternalId,
  external_id: fileExternalId,
  ...sampleFields,
  cluster_id: textOrInteger(clusterId.nullish()),
};

/**
 * The schema of a row with a sample and the output of a system in one run. `external_id` can also be named `id`, and
 * is required if a sample has several runs.
 */
export const evaluatedRow = z
  .strictObject({ ...importRowFields, run: withDefault(runNumber, 1) })
  .refine(...idsAgree)
  .refine(({ run, id, external_id }) => run === 1 || (id ?? external_id ?? null) !== null, {
    error: "must be 1 in a row without an id, because the id states to which sample a run belongs",
    path: ["run"],
  });

/** The schema of a row in an import: a sample whose `external_id` can also be named `id`. */
export const importRow = z
  .strictObject(importRowFields)
  .refine(...idsAgree)
  .transform((row) => {
    // Changing the row is safe: the parser has just created it, and no other code references it. Copying the
    // row without `id` would cost as much as the whole check.
    row.external_id ??= row.id;
    return row;
  });

/** A validated row in an import. */
export type ImportedSample = z.output<typeof importRow>;
