import {
  type ContentChange,
  type DatasetVersionRecord,
  afterVersion,
  nextVersion,
  requireDataset,
  requireOpenDataset,
} from "@assay/contract/evaluation/datasets/dataset-rules";
import {
  presentRow,
  type VersionedDataset,
  type VersionedSample,
} from "@assay/contract/evaluation/samples/dataset-contents";
import type { MockClock } from "../../platform/state/mock-clock.ts";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findReached } from "@assay/contract/workspace/reached-rows";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** Finds a dataset that the caller can access. */
export const findDataset = (caller: EvaluationCaller, id: string): VersionedDataset | undefined =>
  findReached(caller, caller.workspace.datasets, id);

/** Returns the dataset that a path names. @throws {ApiError} 404 if the caller cannot access it. */
export const getDataset = (caller: EvaluationCaller, id: string): VersionedDataset =>
  requireDataset(findDataset(caller, id), id);

/** Returns a dataset that can be changed. @throws {ApiError} 404 if not accessible; 409 if archived. */
export const datasetForChange = (caller: EvaluationCaller, id: string): VersionedDataset =>
  requireOpenDataset(findDataset(caller, id), id);

/** Finds a sample's current contents in the datasets that the caller can access. */
export function findSample(caller: EvaluationCaller, id: string): VersionedSample | undefined {
  for (const { project, samples } of caller.workspace.datasets.values()) {
    const row = reaches(caller, project) ? presentRow(samples.get(id)) : undefined;
    if (row) return row;
  }
  return undefined;
}

/** Stores a dataset's next version, if any. */
export function storeVersion(dataset: VersionedDataset, version: DatasetVersionRecord | undefined): void {
  if (!version) return;
  dataset.versions.push(version);
  Object.assign(dataset, afterVersion(version));
}

/** Records a change as the dataset's next version, unless nothing changed. @returns the version. */
export function recordChange(clock: MockClock, dataset: VersionedDataset, change: ContentChange): number {
  storeVersion(dataset, nextVersion(dataset, change, { now: clock.now() }));
  return dataset.version;
}
