import {
  type ContentChange,
  type DatasetVersionRecord,
  afterVersion,
  nextVersion,
  requireDataset,
  requireOpenDataset,
} from "@assay/contract/evaluation/datasets/dataset-rules";
import type { MockClock } from "../../platform/state/mock-clock.ts";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findReached } from "@assay/contract/workspace/reached-rows";
import type { DatasetRow, SampleRow, Versioned } from "../dataset-rows.ts";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** Finds a dataset that the caller can access. */
export const findDataset = (caller: EvaluationCaller, id: string): DatasetRow | undefined =>
  findReached(caller, caller.workspace.datasets, id);

/** Returns the dataset that a path names. @throws {ApiError} 404 if the caller cannot access it. */
export const getDataset = (caller: EvaluationCaller, id: string): DatasetRow =>
  requireDataset(findDataset(caller, id), id);

/** Returns a dataset that can be changed. @throws {ApiError} 404 if not accessible; 409 if archived. */
export const datasetForChange = (caller: EvaluationCaller, id: string): DatasetRow =>
  requireOpenDataset(findDataset(caller, id), id);

/** Returns the row of a history that is valid in the given version of the dataset. */
export function rowAtVersion<Row extends Versioned>(
  history: readonly Row[] | undefined,
  version: number,
): Row | undefined {
  return history?.find(
    (row) => row.validFrom <= version && (row.validUntil === null || row.validUntil > version),
  );
}

/** Returns the current row in a history. */
export function presentRow<Row extends Versioned>(history: readonly Row[] | undefined): Row | undefined {
  const last = history?.at(-1);
  return last?.validUntil === null ? last : undefined;
}

/** Finds a sample's current contents in the datasets that the caller can access. */
export function findSample(caller: EvaluationCaller, id: string): SampleRow | undefined {
  for (const { project, samples } of caller.workspace.datasets.values()) {
    const row = reaches(caller, project) ? presentRow(samples.get(id)) : undefined;
    if (row) return row;
  }
  return undefined;
}

/** Stores a dataset's next version, if any. */
export function storeVersion(dataset: DatasetRow, version: DatasetVersionRecord | undefined): void {
  if (!version) return;
  dataset.versions.push(version);
  Object.assign(dataset, afterVersion(version));
}

/** Records a change as the dataset's next version, unless nothing changed. @returns the version. */
export function recordChange(clock: MockClock, dataset: DatasetRow, change: ContentChange): number {
  storeVersion(dataset, nextVersion(dataset, change, { now: clock.now() }));
  return dataset.version;
}
