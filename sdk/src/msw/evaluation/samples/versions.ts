import { datasetArchived } from "@assay/contract/platform/refusals";
import type { MockClock } from "../../platform/state/mock-clock.ts";
import { getDataset } from "../datasets/find-dataset.ts";
import type { DatasetRow, DatasetVersionRow, Versioned } from "../dataset-rows.ts";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** A data set whose contents are about to change. @throws {ApiError} 404; 409 when it is archived. */
export function datasetForChange(caller: EvaluationCaller, id: string): DatasetRow {
  const dataset = getDataset(caller, id);
  if (dataset.archived) throw datasetArchived(id);
  return dataset;
}

/** The one of something's contents that a version of the data set has. */
export function atVersion<Row extends Versioned>(
  history: readonly Row[] | undefined,
  version: number,
): Row | undefined {
  return history?.find(
    (row) => row.validFrom <= version && (row.validUntil === null || row.validUntil > version),
  );
}

/** The present contents of something. */
export function present<Row extends Versioned>(history: readonly Row[] | undefined): Row | undefined {
  const last = history?.at(-1);
  return last?.validUntil === null ? last : undefined;
}

/** What a change of a data set's contents did. */
type Change = Pick<DatasetVersionRow, "change" | "inserted" | "updated"> & { samplesAdded: number };

/** Records a change as the data set's next version; nothing inserted or updated makes none. @returns the version now. */
export function recordChange(
  clock: MockClock,
  dataset: DatasetRow,
  { samplesAdded, ...change }: Change,
): number {
  if (change.inserted + change.updated === 0) return dataset.version;
  dataset.version += 1;
  dataset.sampleCount += samplesAdded;
  dataset.updatedAt = clock.now();
  const { version, sampleCount } = dataset;
  dataset.versions.push({ ...change, version, sampleCount, createdAt: dataset.updatedAt });
  return version;
}
