import type { DatasetRecord, DatasetVersionRecord } from "./dataset-rules.ts";

/** A dataset, as in responses. */
export const datasetToWire = (dataset: DatasetRecord) => ({
  id: dataset.id,
  object: "dataset" as const,
  name: dataset.name,
  description: dataset.description,
  project: dataset.project,
  sample_count: dataset.sampleCount,
  version: dataset.version,
  archived: dataset.archived,
  created_at: new Date(dataset.createdAt).toISOString(),
  updated_at: new Date(dataset.updatedAt).toISOString(),
});

/** A version of a dataset, as in responses. */
export const datasetVersionToWire = ({ sampleCount, createdAt, ...version }: DatasetVersionRecord) => ({
  object: "dataset_version" as const,
  ...version,
  sample_count: sampleCount,
  created_at: new Date(createdAt).toISOString(),
});

/** The response to the deletion of a dataset. */
export const deletedDatasetToWire = (id: string) => ({
  id,
  object: "dataset" as const,
  deleted: true as const,
});
