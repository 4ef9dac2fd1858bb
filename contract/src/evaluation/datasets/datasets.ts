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
  .meta({ description: "Version of the dataset's contents: 0 at creation; each change adds 1." });

const dataset = z
  .object({
    id: idOf("dataset"),
    object: z.literal("dataset").meta({ description: "Always `dataset`." }),
    name: nameText("Name of the dataset."),
    description: longText("Description of the dataset.").nullable(),
    project: idOf("project"),
    sample_count: z.int().min(0).meta({ description: "Number of samples in the current version." }),
    version: datasetVersionNumber,
    archived: z.boolean().meta({
      description: "Whether the dataset is archived. An archived dataset accepts no new samples or outputs.",
    }),
    created_at: timestamp("Creation time."),
    updated_at: timestamp("Time of the last change to the name, description, state or samples."),
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
    change: z.enum(["samples", "import", "outputs"]).meta({ description: "The kind of change." }),
    inserted: z.int().min(0).meta({ description: "Number of added samples (or outputs)." }),
    updated: z.int().min(0).meta({ description: "Number of replaced samples (or outputs)." }),
    sample_count: z.int().min(0).meta({ description: "Number of samples in this version." }),
    created_at: timestamp("Creation time of the version."),
  })
  .meta({ id: "DatasetVersion", description: "One change to a dataset.", examples: [exampleVersion] });

const createDatasetBody = z
  .strictObject({
    name: nameText("Name of the dataset."),
    description: optional(longText("Description of the dataset.")),
    project: reference("project"),
  })
  .meta({
    id: "CreateDataset",
    description: "The new, empty dataset.",
    examples: [{ name: "Calls of February", project: exampleIds.project }],
  });

/** A validated request body that creates a dataset. */
export type CreateDatasetBody = z.output<typeof createDatasetBody>;

const updateDatasetBody = z
  .strictObject({
    name: optional(nameText("New name.")),
    description: longText("New description; null clears it.").nullable().optional(),
    archived: optional(z.boolean().meta({ description: "true archives the dataset; false unarchives it." })),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: "must set at least one of name, description, archived",
  })
  .meta({
    id: "UpdateDataset",
    description: "The changes, with at least one member.",
    examples: [{ description: "Calls of February 2026, adults only" }],
  });

/** A validated request body that changes a dataset. */
export type UpdateDatasetBody = z.output<typeof updateDatasetBody>;

const deletedDataset = z
  .object({
    id: idOf("dataset"),
    object: z.literal("dataset").meta({ description: "Always `dataset`." }),
    deleted: z.literal(true).meta({ description: "Always true." }),
  })
  .meta({
    id: "DeletedDataset",
    description: "Confirmation of the deletion.",
    examples: [{ id: exampleIds.dataset, object: "dataset" as const, deleted: true as const }],
  });

export const datasetRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/datasets",
    summary: "Create a dataset",
    description: "Creates an empty dataset in a project. 422 for an unknown project.",
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
    description: "Returns datasets, newest first. Optionally filters by project or archived state.",
    query: z.strictObject({
      project: reference("project", "Filter by project.").optional(),
      archived: queryFlag(
        "Returns only archived datasets (true) or only datasets that are not archived (false).",
      ),
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
    description: "Returns one dataset by its id.",
    pathParams: pathId("dataset"),
    responses: answers({ 200: dataset }),
    metadata: { operationId: "getDataset", tag: "Datasets", scope: "datasets:read", sdk: "datasets.get" },
  }),
  update: route({
    method: "PATCH",
    path: "/v1/datasets/:id",
    summary: "Update a dataset",
    description: "Updates only the given members. Does not create a new version.",
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
      "Deletes the dataset with its samples and outputs. 409 if an evaluation used the dataset, or if a review task contains one of its samples; archive it instead.",
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
      "Returns each change to samples or outputs, newest first. An evaluation uses the version that was current when it was created.",
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
