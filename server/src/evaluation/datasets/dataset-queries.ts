import {
  afterVersion,
  type DatasetRecord,
  type DatasetUse,
  type DatasetVersionRecord,
} from "@assay/contract/evaluation/datasets/dataset-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { id as idColumn, instant, plain, recordTable } from "../../platform/db/record-table.ts";
import { newestFirst } from "../../platform/http/request/page.ts";

type Position = readonly (string | number)[] | undefined;

const { columns, recordOf, valuesOf } = recordTable<DatasetRecord>({
  id: idColumn("dataset", "id"),
  project: idColumn("project", "project_id"),
  name: plain("name"),
  description: plain("description"),
  archived: plain("archived"),
  sampleCount: plain("sample_count"),
  version: plain("version"),
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at"),
});

const versions = recordTable<DatasetVersionRecord>({
  dataset: idColumn("dataset", "dataset_id"),
  version: plain("version"),
  change: plain("change"),
  inserted: plain("inserted"),
  updated: plain("updated"),
  sampleCount: plain("sample_count"),
  createdAt: instant("created_at"),
});

/** Stores a dataset. */
export async function insertDataset(tx: Knex, workspaceId: string, dataset: DatasetRecord): Promise<void> {
  await tx("datasets").insert({ ...valuesOf(dataset), workspace_id: workspaceId });
}

/** Finds a dataset within the caller's reach by its UUID. */
export async function findDataset(db: Knex, reach: Reach, id: string): Promise<DatasetRecord | undefined> {
  const row: object | undefined = await withinReach(db("datasets"), reach).where({ id }).first(columns);
  return row && recordOf(row);
}

/**
 * Finds a dataset like `findDataset`, and locks it until the transaction ends, so that the dataset or its
 * samples can be changed.
 */
export async function lockDataset(tx: Knex, reach: Reach, id: string): Promise<DatasetRecord | undefined> {
  const query = withinReach(tx("datasets"), reach).where({ id }).forUpdate();
  const row: object | undefined = await query.first(columns);
  return row && recordOf(row);
}

/** Lists datasets, newest first. Reads one row more than the page, to detect whether a next page exists. */
export async function listDatasets(
  db: Knex,
  reach: Reach,
  filter: { projectId: string | undefined; archived: boolean | undefined; limit: number; position: Position },
): Promise<DatasetRecord[]> {
  const query = withinReach(db("datasets"), reach).select(columns);
  if (filter.projectId !== undefined) query.where({ project_id: filter.projectId });
  if (filter.archived !== undefined) query.where({ archived: filter.archived });
  const rows: object[] = await newestFirst(query, filter.limit, filter.position);
  return rows.map(recordOf);
}

/** Updates a locked dataset. */
export async function updateDataset(
  tx: Knex,
  { workspaceId, id }: { workspaceId: string; id: string },
  set: Partial<DatasetRecord>,
): Promise<void> {
  const key = { workspace_id: workspaceId, id: uuidOf("dataset", id) };
  await tx("datasets").where(key).update(valuesOf(set));
}

/** Returns the number of evaluations of a dataset. */
export async function countEvaluations(tx: Knex, workspaceId: string, dataset: string): Promise<number> {
  const row: { count?: string | number } | undefined = await tx("evaluations")
    .where({ workspace_id: workspaceId, dataset_id: uuidOf("dataset", dataset) })
    .count({ count: "*" })
    .first();
  return Number(row?.count ?? 0);
}

/** Counts the review tasks that contain samples of a dataset, and returns the ids of the newest ones. */
export async function newestTasks(
  tx: Knex,
  { workspaceId, dataset }: { workspaceId: string; dataset: string },
  limit: number,
): Promise<DatasetUse["tasks"]> {
  const { rows } = await tx.raw<{ rows: { id: string; count: string | number }[] }>(
    `select id, count(*) over () as count from review_tasks
     where workspace_id = :workspaceId::uuid and id in (
       select t.task_id from samples s
       join review_task_samples t on t.workspace_id = s.workspace_id and t.sample_id = s.id
       where s.workspace_id = :workspaceId::uuid and s.dataset_id = :dataset::uuid)
     order by created_at desc, id desc limit :limit`,
    { workspaceId, dataset: uuidOf("dataset", dataset), limit },
  );
  return { count: Number(rows[0]?.count ?? 0), newest: rows.map(({ id }) => formatId("review_task", id)) };
}

/**
 * Makes a deletion of the datasets of some samples wait until the transaction ends, so that the transaction can store
 * references to the samples. Must be called before the samples are read. Locks the datasets in the order of their ids.
 */
export async function shareDatasetsOf(
  tx: Knex,
  workspaceId: string,
  sampleIds: readonly string[],
): Promise<void> {
  await tx.raw(
    `select id from datasets where workspace_id = :workspaceId::uuid and id in (
       select dataset_id from samples where workspace_id = :workspaceId::uuid and id = any(:sampleIds::uuid[]))
     order by id for key share`,
    { workspaceId, sampleIds: [...sampleIds] },
  );
}

/** Makes a deletion of a dataset wait until the transaction ends. Must be called before the dataset is read. */
export async function shareDataset(tx: Knex, workspaceId: string, id: string): Promise<void> {
  await tx("datasets").where({ workspace_id: workspaceId, id }).forKeyShare().first("id");
}

/** Deletes a locked dataset with its samples, outputs and versions. */
export async function deleteDataset(tx: Knex, workspaceId: string, dataset: string): Promise<void> {
  const id = uuidOf("dataset", dataset);
  // Samples have no foreign key to the dataset, so they are deleted here. Outputs and versions are deleted by
  // cascade.
  await tx("samples").where({ workspace_id: workspaceId, dataset_id: id }).delete();
  await tx("datasets").where({ workspace_id: workspaceId, id }).delete();
}

/** Stores a new version of a locked dataset, and updates the dataset's row to this version. */
export async function insertVersion(
  tx: Knex,
  workspaceId: string,
  version: DatasetVersionRecord,
): Promise<void> {
  await updateDataset(tx, { workspaceId, id: version.dataset }, afterVersion(version));
  await tx("dataset_versions").insert({ ...versions.valuesOf(version), workspace_id: workspaceId });
}

/** Lists versions, newest first. Reads one row more than the page, to detect whether a next page exists. */
export async function listVersions(
  db: Knex,
  workspaceId: string,
  filter: { datasetId: string; limit: number; position: Position },
): Promise<DatasetVersionRecord[]> {
  const query = db("dataset_versions")
    .where({ workspace_id: workspaceId, dataset_id: filter.datasetId })
    .select(versions.columns)
    .orderBy("version", "desc")
    .limit(filter.limit + 1);
  if (filter.position) query.where("version", "<", Number(filter.position[0]));
  const rows: object[] = await query;
  return rows.map(versions.recordOf);
}
