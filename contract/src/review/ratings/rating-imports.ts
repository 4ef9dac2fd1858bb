// The import of ratings: its query, its result and its route.
import * as z from "zod";
import { idOf, idempotencyHeaders, queryFlag, queryList, reference } from "../../platform/common.ts";
import { answers, c, route } from "../../platform/c.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { fieldError } from "../../platform/problem.ts";
import { documentQuery, mappingQuery } from "../../evaluation/samples/sample-imports.ts";
import { fileTypes } from "../../wire/rows/file-types.ts";
import { dimensionName } from "../reviews/reliability-object.ts";

const importRatingsQuery = z.strictObject({
  dataset: reference("dataset", "The dataset with the rated samples."),
  rubric: reference(
    "rubric",
    "The rubric whose dimensions were rated. It must be in the project of the dataset.",
  ),
  mode: z.enum(["create", "append", "update"]).default("create").meta({
    description:
      "How to handle a rating whose sample, rater and dimension already have an imported grade: refuse the row (`create`), keep the stored grade (`append`) or replace it (`update`). In each mode, a row is refused if the rater submitted the grade in Assay.",
  }),
  on_error: z.enum(["abort", "skip"]).default("abort").meta({
    description:
      "`abort`: any fault stops the import, and nothing is stored. `skip`: invalid rows are skipped and listed.",
  }),
  ...mappingQuery,
  rest: z.enum(["error", "drop"]).optional().meta({
    description:
      "How to handle columns and members of a row that are not fields: refuse the row (default) or drop them.",
  }),
  ...documentQuery,
  dimension: dimensionName
    .optional()
    .meta({ description: "Id of the dimension that a wide table rates. Requires `raters`." }),
  raters: queryList(
    z
      .string()
      .min(1)
      .max(200)
      .meta({ description: "The header of a column, which is the id or the name of a reviewer." }),
    "The columns of a wide table, one per rater. Each cell is the rater's value for the sample of the row; an empty cell is not a rating. Requires `dimension`.",
    limits.mapPairs,
  ),
  blind: queryFlag(
    "Whether the raters rated the samples without knowledge of each other's ratings and of automated scores. Only then are the reviews blind, as the analysis of reliability requires. Default false.",
  ),
  create_reviewers: queryFlag(
    "Whether unknown raters become reviewers without credentials, to whom no tasks are assigned (`available` is false). A new name that differs only in spelling from another name in the file or from a reviewer's name is refused. Default false: a row of an unknown rater is refused.",
  ),
});

/** A validated query for an import of ratings. */
export type ImportRatingsQuery = z.output<typeof importRatingsQuery>;

const count = (description: string) => z.int().min(0).meta({ description });

const reviewImport = z
  .object({
    object: z.literal("review_import").meta({ description: "Always `review_import`." }),
    tasks: z
      .array(idOf("review_task"))
      .max(limits.tasksPerRatingImport)
      .meta({ description: "The completed tasks that contain the new reviews, in the order of the rows." }),
    inserted: count("Number of new reviews."),
    updated: count("Number of stored reviews with a new revision."),
    unchanged: count("Number of stored reviews that the file contains and that did not change."),
    failed: count("Number of refused rows (only with `on_error=skip`)."),
    reviewers_created: count("Number of new reviewers."),
    errors: z
      .array(fieldError)
      .max(limits.importErrorsListed)
      .meta({ description: "The first 100 faults, each with its line number." }),
  })
  .meta({
    id: "ReviewImport",
    description: "The result of an import of ratings.",
    examples: [
      {
        object: "review_import",
        tasks: [exampleIds.task],
        inserted: 800,
        updated: 0,
        unchanged: 0,
        failed: 0,
        reviewers_created: 2,
        errors: [],
      },
    ],
  });

export const ratingRoutes = c.router({
  import: route({
    method: "POST",
    path: "/v1/reviews/import",
    summary: "Import ratings from a file",
    description:
      "Streams up to 1 GiB of ratings: JSON Lines, one JSON document or a table. A row is `{external_id|sample, rater, dimension, value, confidence, notes, submitted_at}`, or belongs to a wide table (`dimension`, `raters`). Rows of one sample and rater form one review. New reviews are stored in completed tasks. An import emits no events. Requires an API key that belongs to no reviewer.",
    query: importRatingsQuery,
    headers: idempotencyHeaders,
    body: c.type<unknown>(),
    responses: answers({ 200: reviewImport }, 409, 422),
    metadata: {
      operationId: "importRatings",
      tag: "Reviews",
      scope: "reviews:write",
      sdk: null,
      streamed: fileTypes,
    },
  }),
});
