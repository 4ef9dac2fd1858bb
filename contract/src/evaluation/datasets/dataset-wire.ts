import type { DatasetRecord, DatasetVersionRecord } from "./dataset-rules.ts";

/** Converts a dataset to its form in responses. */
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

/** Converts a dataset version to its form in responses. */
export const datasetVersionToWire = ({ sampleCount, createdAt, ...version }: DatasetVersionRecord) => ({
  object: "dataset_version" as const,
  ...version,
  sample_count: sampleCount,
  created_at: new Date(createdAt).toISOString(),
});

/** Returns the response to a request that deletes a dataset. */
export const deletedDatasetToWire = (id: string) => ({
  id,
  object: "dataset" as const,
  deleted: true as const,
});
