import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  listOf,
  longText,
  nameText,
  optional,
  paging,
  pathId,
  queryFlag,
  reference,
  timestamp,
} from "../../platform/common.ts";
import { exampleIds, exampleInstant } from "../../platform/example-values.ts";

const exampleDataset = {
  id: exampleIds.dataset,
  object: "dataset" as const,
  name: "Calls of February",
  description: null,
  project: exampleIds.project,
  sample_count: 64,
  version: 1,
  archived: false,
  created_at: exampleInstant,
  updated_at: exampleInstant,
};

export const datasetVersionNumber = z
  .int()
  .min(0)
  .meta({ description: "Version of the dataset's contents: 0 when created, one more for each change." });

const dataset = z
  .object({
    id: idOf("dataset"),
    object: z.literal("dataset").meta({ description: "Always `dataset`." }),
    name: nameText("Name of the dataset."),
    description: longText("What the dataset holds.").nullable(),
    project: idOf("project"),
    sample_count: z.int().min(0).meta({ description: "Number of samples in the present version." }),
    version: datasetVersionNumber,
    archived: z.boolean().meta({ description: "An archived dataset takes no new samples or outputs." }),
    created_at: timestamp("When it was created."),
    updated_at: timestamp("When its name, description, state or samples last changed."),
  })
  .meta({ id: "Dataset", description: "A versioned set of samples.", examples: [exampleDataset] });

const exampleVersion = {
  object: "dataset_version" as const,
  dataset: exampleIds.dataset,
  version: 1,
  change: "import" as const,
  inserted: 64,
  updated: 0,
  sample_count: 64,
  created_at: exampleInstant,
};

const datasetVersion = z
  .object({
    object: z.literal("dataset_version").meta({ description: "Always `dataset_version`." }),
    dataset: idOf("dataset"),
    version: datasetVersionNumber,
    change: z.enum(["samples", "import", "outputs"]).meta({ description: "What made this version." }),
    inserted: z.int().min(0).meta({ description: "Samples (or outputs) that were added." }),
    updated: z.int().min(0).meta({ description: "Samples (or outputs) that were replaced." }),
    sample_count: z.int().min(0).meta({ description: "Number of samples in this version." }),
    created_at: timestamp("When the version was made."),
  })
  .meta({ id: "DatasetVersion", description: "One change of a dataset.", examples: [exampleVersion] });

const createDatasetBody = z
  .strictObject({
    name: nameText("Name of the dataset."),
    description: optional(longText("What the dataset holds.")),
    project: reference("project"),
  })
  .meta({
    id: "CreateDataset",
    description: "A new, empty dataset.",
    examples: [{ name: "Calls of February", project: exampleIds.project }],
  });

/** A validated body that creates a dataset. */
export type CreateDatasetBody = z.output<typeof createDatasetBody>;

const updateDatasetBody = z
  .strictObject({
    name: optional(nameText("New name.")),
    description: longText("New description; null clears it.").nullable().optional(),
    archived: optional(z.boolean().meta({ description: "Archive or bring back." })),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: "must set at least one of name, description, archived",
  })
  .meta({
    id: "UpdateDataset",
    description: "What to change; at least one field.",
    examples: [{ description: "Calls of February 2026, adults only" }],
  });

/** A validated body that changes a dataset. */
export type UpdateDatasetBody = z.output<typeof updateDatasetBody>;

const deletedDataset = z
  .object({
    id: idOf("dataset"),
    object: z.literal("dataset").meta({ description: "Always `dataset`." }),
    deleted: z.literal(true).meta({ description: "Always true." }),
  })
  .meta({
    id: "DeletedDataset",
    description: "The dataset is gone.",
    examples: [{ id: exampleIds.dataset, object: "dataset" as const, deleted: true as const }],
  });

export const datasetRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/datasets",
    summary: "Create a dataset",
    description: "An empty dataset in a project; add samples next. An unknown project is refused with 422.",
    headers: idempotencyHeaders,
    body: createDatasetBody,
    responses: answers({ 201: dataset }, 409, 422),
    metadata: {
      operationId: "createDataset",
      tag: "Datasets",
      scope: "datasets:write",
      sdk: "datasets.create",
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/datasets",
    summary: "List datasets",
    description: "Newest first; all, or those of one project.",
    query: z.strictObject({
      project: reference("project", "Only those of this project.").optional(),
      archived: queryFlag("Only archived ones (true), or only others (false)."),
      ...paging,
    }),
    responses: answers({ 200: listOf("DatasetList", dataset, exampleDataset) }),
    metadata: {
      operationId: "listDatasets",
      tag: "Datasets",
      scope: "datasets:read",
      sdk: "datasets.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/datasets/:id",
    summary: "Get a dataset",
    description: "One dataset by its id.",
    pathParams: pathId("dataset"),
    responses: answers({ 200: dataset }),
    metadata: { operationId: "getDataset", tag: "Datasets", scope: "datasets:read", sdk: "datasets.get" },
  }),
  update: route({
    method: "PATCH",
    path: "/v1/datasets/:id",
    summary: "Change a dataset's name, description or state",
    description: "Changes what is named and leaves the rest; does not make a new version.",
    pathParams: pathId("dataset"),
    body: updateDatasetBody,
    responses: answers({ 200: dataset }),
    metadata: {
      operationId: "updateDataset",
      tag: "Datasets",
      scope: "datasets:write",
      sdk: "datasets.update",
    },
  }),
  delete: route({
    method: "DELETE",
    path: "/v1/datasets/:id",
    summary: "Delete a dataset",
    description:
      "Deletes the dataset, its samples and outputs. One that an evaluation has used stays: 409; archive it instead.",
    pathParams: pathId("dataset"),
    responses: answers({ 200: deletedDataset }, 409),
    metadata: {
      operationId: "deleteDataset",
      tag: "Datasets",
      scope: "datasets:write",
      sdk: "datasets.delete",
    },
  }),
  versions: route({
    method: "GET",
    path: "/v1/datasets/:id/versions",
    summary: "List a dataset's versions",
    description:
      "Each change of the samples or outputs, newest first. Evaluations read the version they were created with.",
    pathParams: pathId("dataset"),
    query: z.strictObject(paging),
    responses: answers({ 200: listOf("DatasetVersionList", datasetVersion, exampleVersion) }),
    metadata: {
      operationId: "listDatasetVersions",
      tag: "Datasets",
      scope: "datasets:read",
      sdk: "datasets.versions",
      paginated: true,
    },
  }),
});
