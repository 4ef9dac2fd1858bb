import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  nameText,
  paging,
  reference,
  withDefault,
} from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { distinct } from "../../platform/validation/distinct.ts";
import { dimensionName } from "../reviews/reliability-object.ts";
import { gradeValue } from "../reviews/review-object.ts";
import { referenceSources } from "./reference-labels.ts";

const source = z.enum(referenceSources).meta({
  id: "ReferenceSource",
  description:
    "`adjudicated`: the present adjudication decides the dimension. `unanimous`: at least two grades count, and all of them are equal.",
  examples: ["adjudicated"],
});

const dimension = dimensionName.meta({ description: "Id of the dimension." });

const exampleLabel = {
  object: "reference_label" as const,
  sample: exampleIds.sample,
  external_id: "call-0117",
  rubric: exampleIds.rubric,
  dimension: "accuracy",
  value: "too_low",
  source: "adjudicated" as const,
  n: 2,
  adjudication: exampleIds.adjudication,
};

const referenceLabel = z
  .object({
    object: z.literal("reference_label").meta({ description: "Always `reference_label`." }),
    sample: idOf("sample"),
    external_id: nameText("Your id of the sample; null if it has none.").nullable(),
    rubric: idOf("rubric"),
    dimension,
    value: gradeValue.meta({ description: "The grade, in the type of the dimension." }),
    source,
    n: z.int().min(0).meta({ description: "Number of grades that count." }),
    adjudication: idOf("adjudication")
      .nullable()
      .meta({ description: "The present adjudication; null if the source is not `adjudicated`." }),
  })
  .meta({
    id: "ReferenceLabel",
    description: "The value of a dimension on which people settled.",
    examples: [exampleLabel],
  });

/** `GET /v1/reviews/references`. */
export const referencesRoute = route({
  method: "GET",
  path: "/v1/reviews/references",
  summary: "List reference labels",
  description:
    "Returns the grades on which people settled, by rubric, sample and dimension. An adjudicated grade takes precedence over unanimous grades. A majority is not a reference. Samples that you have yet to review blind are omitted. An unknown project (404), rubric or dimension (422) is refused.",
  query: z.strictObject({
    project: reference("project").optional(),
    rubric: reference("rubric").optional(),
    dimension: dimension.optional(),
    source: source.optional(),
    ...paging,
  }),
  responses: answers({ 200: listOf("ReferenceLabelList", referenceLabel, exampleLabel) }, 422),
  metadata: {
    operationId: "listReferences",
    tag: "Adjudication",
    scope: "reviews:read",
    sdk: "reviews.references.list",
    paginated: true,
  },
});

/** A validated query for reference labels. */
export type ReferencesQuery = z.output<typeof referencesRoute.query>;

/** A JSON Pointer (RFC 6901). */
const pointer = /^(?:\/(?:[^/~]|~[01])*)*$/;
const maxSegments = 32;

const path = z
  .string()
  .max(1000)
  .refine((text) => pointer.test(text), { error: "must be a JSON Pointer such as /triage_level" })
  .refine((text) => text.split("/").length <= maxSegments + 1, {
    error: `must have at most ${maxSegments} segments`,
  })
  .refine((text) => !text.split("/").includes("__proto__"), {
    error: "must not contain the segment __proto__",
  });

const applyBody = z
  .strictObject({
    project: reference("project"),
    rubric: reference("rubric"),
    dimension,
    dataset: reference("dataset", "The dataset whose samples get the labels."),
    path: path.meta({
      description:
        "JSON Pointer of the member of `expected` that gets the value. Absent objects on the path are created. If it is empty, the value replaces `expected`.",
    }),
    sources: withDefault(
      distinct(z.array(source).min(1).max(referenceSources.length)).meta({
        description: "Sources of the labels to write. By default, all sources.",
      }),
      [...referenceSources],
    ),
    dry_run: withDefault(
      z.boolean().meta({ description: "Whether nothing is written. Default true." }),
      true,
    ),
  })
  .meta({
    id: "ApplyReferences",
    description: "The reference labels to write to a dataset.",
    examples: [
      {
        project: exampleIds.project,
        rubric: exampleIds.rubric,
        dimension: "accuracy",
        dataset: exampleIds.dataset,
        path: "/accuracy",
        dry_run: false,
      },
    ],
  });

/** A validated request to write reference labels. */
export type ApplyReferencesBody = z.output<typeof applyBody>;

/** Maximum number of skipped samples in a response. */
export const maxSkipped = 100;

const skipReason = z.enum(["path_not_object", "sample_too_large"]).meta({
  id: "SkipReason",
  description:
    "`path_not_object`: the path leads through a value that is not an object. `sample_too_large`: with the label, the sample would exceed the maximum size of a sample.",
  examples: ["path_not_object"],
});

/** Why a sample does not get its label. */
export type SkipReason = z.output<typeof skipReason>;

const exampleSkipped = { sample: exampleIds.sample, reason: "path_not_object" as const };
const skippedSample = z.object({ sample: idOf("sample"), reason: skipReason }).meta({
  id: "SkippedSample",
  description: "A sample that does not get its label.",
  examples: [exampleSkipped],
});

const count = (description: string) => z.int().min(0).meta({ description });

const applied = z
  .object({
    updated: count("Number of samples whose `expected` changes."),
    unchanged: count("Number of samples that already have their label."),
    skipped: z
      .array(skippedSample)
      .max(maxSkipped)
      .meta({ description: "The first 100 skipped samples, by id." }),
    skipped_count: count("Number of skipped samples."),
    dataset_version: count("The version of the dataset after the request."),
  })
  .meta({
    id: "AppliedReferences",
    description: "The effect of writing reference labels.",
    examples: [
      { updated: 40, unchanged: 2, skipped: [exampleSkipped], skipped_count: 1, dataset_version: 3 },
    ],
  });

/** `POST /v1/reviews/references/apply`. */
export const applyReferencesRoute = route({
  method: "POST",
  path: "/v1/reviews/references/apply",
  summary: "Set the expected answers to reference labels",
  description:
    "Writes reference labels to `expected` of the samples of a dataset, as one new version of the dataset. Samples without a label do not change. By default, nothing is written (`dry_run`), and the response contains the counts.",
  headers: idempotencyHeaders,
  body: applyBody,
  responses: answers({ 200: applied }, 409, 422),
  metadata: {
    operationId: "applyReferences",
    tag: "Adjudication",
    scope: "datasets:write",
    sdk: "reviews.references.apply",
  },
});
