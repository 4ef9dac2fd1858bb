import { datasetArchived, datasetInUse, notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import {
  countEvaluations,
  type DatasetRow,
  type DatasetVersionRow,
  deleteDataset,
  findDataset,
  insertDataset,
  insertVersion,
  lockDataset,
  updateDataset,
} from "./dataset-queries.ts";

/**
 * Makes an empty data set.
 *
 * @throws {ApiError} 422 when the caller cannot reach the project.
 */
export async function createDataset(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  body: { name: string; description?: string | undefined; project: string },
): Promise<DatasetRow> {
  const project = await referredProject(tx, reach, { named: body.project });
  const now = deps.now();
  const row: DatasetRow = {
    id: deps.newId(),
    project_id: project.id,
    name: body.name,
    description: body.description ?? null,
    archived: false,
    sample_count: 0,
    version: 0,
    created_at: now,
    updated_at: now,
  };
  await insertDataset(tx, { ...row, workspace_id: reach.workspaceId });
  return row;
}

/** A data set by its public id. @throws {ApiError} 404 when the caller cannot reach it. */
export async function getDataset(db: Knex, reach: Reach, publicId: string): Promise<DatasetRow> {
  const id = parseId("dataset", publicId);
  const row = id && (await findDataset(db, reach, id));
  if (!row) throw notFound("dataset", publicId);
  return row;
}

/**
 * A data set whose samples are about to change, locked until the transaction ends.
 *
 * @throws {ApiError} 404 when the caller cannot reach it; 409 when it is archived.
 */
export async function lockForChange(tx: Tx, reach: Reach, publicId: string): Promise<DatasetRow> {
  const id = parseId("dataset", publicId);
  const row = id && (await lockDataset(tx, reach, id));
  if (!row) throw notFound("dataset", publicId);
  if (row.archived) throw datasetArchived(publicId);
  return row;
}

/** What a change of samples or outputs did. */
export type Change = Pick<DatasetVersionRow, "change" | "inserted" | "updated"> & { samplesAdded: number };

/**
 * Records a change of a locked data set as its next version.
 *
 * @returns the version after it: the same as before when nothing was inserted or updated.
 */
export async function recordChange(
  tx: Tx,
  deps: PlatformDeps,
  { reach, dataset }: { reach: Reach; dataset: DatasetRow },
  change: Change,
): Promise<number> {
  if (change.inserted + change.updated === 0) return dataset.version;
  const version = dataset.version + 1;
  const sampleCount = dataset.sample_count + change.samplesAdded;
  const now = deps.now();
  await updateDataset(tx, { reach, id: dataset.id }, { version, sample_count: sampleCount, updated_at: now });
  await insertVersion(tx, {
    workspace_id: reach.workspaceId,
    dataset_id: dataset.id,
    version,
    change: change.change,
    inserted: change.inserted,
    updated: change.updated,
    sample_count: sampleCount,
    created_at: now,
  });
  return version;
}

/** Changes name, description or state. @throws {ApiError} 404 when the caller cannot reach it. */
export async function changeDataset(
  tx: Tx,
  deps: PlatformDeps,
  { reach, publicId }: { reach: Reach; publicId: string },
  body: {
    name?: string | undefined;
    description?: string | null | undefined;
    archived?: boolean | undefined;
  },
): Promise<DatasetRow> {
  const id = parseId("dataset", publicId);
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.archived !== undefined && { archived: body.archived }),
    updated_at: deps.now(),
  };
  const row = id && (await updateDataset(tx, { reach, id }, change));
  if (!row) throw notFound("dataset", publicId);
  return row;
}

/** Deletes a data set that no evaluation has used. @throws {ApiError} 404, or 409 when one has. */
export async function removeDataset(tx: Tx, reach: Reach, publicId: string): Promise<void> {
  const id = parseId("dataset", publicId);
  const row = id && (await lockDataset(tx, reach, id));
  if (!row) throw notFound("dataset", publicId);
  const evaluations = await countEvaluations(tx, reach.workspaceId, row.id);
  if (evaluations > 0) throw datasetInUse(publicId, evaluations);
  await deleteDataset(tx, reach.workspaceId, row.id);
}
