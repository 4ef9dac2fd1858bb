import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored data set. */
export interface DatasetRow extends Dated {
  project_id: string;
  name: string;
  description: string | null;
  archived: boolean;
  sample_count: number;
  version: number;
  updated_at: Date;
}

/** A stored change of a data set. */
export interface DatasetVersionRow {
  dataset_id: string;
  version: number;
  change: "samples" | "import" | "outputs";
  inserted: number;
  updated: number;
  sample_count: number;
  created_at: Date;
}

type Position = readonly (string | number)[] | undefined;

const columns = [
  "id",
  "project_id",
  "name",
  "description",
  "archived",
  "sample_count",
  "version",
  "created_at",
  "updated_at",
];

/** Stores a data set. */
export async function insertDataset(tx: Knex, row: DatasetRow & { workspace_id: string }): Promise<void> {
  await tx("datasets").insert(row);
}

/** A data set that the caller can reach, or undefined. */
export async function findDataset(db: Knex, reach: Reach, id: string): Promise<DatasetRow | undefined> {
  return withinReach(db("datasets"), reach).where({ id }).first(columns);
}

/** The same, locked until the transaction ends: for a change of its samples or of itself. */
export async function lockDataset(tx: Knex, reach: Reach, id: string): Promise<DatasetRow | undefined> {
  return withinReach(tx("datasets"), reach).where({ id }).forUpdate().first(columns);
}

/** Data sets newest first, one more than the page shows. */
export async function listDatasets(
  db: Knex,
  reach: Reach,
  filter: { projectId: string | undefined; archived: boolean | undefined; limit: number; position: Position },
): Promise<DatasetRow[]> {
  const query = withinReach(db("datasets"), reach).select(columns);
  if (filter.projectId !== undefined) query.where({ project_id: filter.projectId });
  if (filter.archived !== undefined) query.where({ archived: filter.archived });
  return newestFirst(query, filter.limit, filter.position);
}

/** Changes a data set and gives it back; undefined when the caller cannot reach it. */
export async function updateDataset(
  tx: Knex,
  { reach, id }: { reach: Reach; id: string },
  change: Partial<Omit<DatasetRow, "id" | "created_at">>,
): Promise<DatasetRow | undefined> {
  const rows: DatasetRow[] = await withinReach(tx("datasets"), reach)
    .where({ id })
    .update(change)
    .returning(columns);
  return rows[0];
}

/** How many evaluations have used the data set. */
export async function countEvaluations(tx: Knex, workspaceId: string, datasetId: string): Promise<number> {
  const row: { count?: string | number } | undefined = await tx("evaluations")
    .where({ workspace_id: workspaceId, dataset_id: datasetId })
    .count({ count: "*" })
    .first();
  return Number(row?.count ?? 0);
}

/** Deletes a locked data set with its samples, outputs and versions. */
export async function deleteDataset(tx: Knex, workspaceId: string, id: string): Promise<void> {
  // Samples have no foreign key; outputs and versions go with the data set.
  await tx("samples").where({ workspace_id: workspaceId, dataset_id: id }).delete();
  await tx("datasets").where({ workspace_id: workspaceId, id }).delete();
}

/** Stores a version. */
export async function insertVersion(
  tx: Knex,
  row: DatasetVersionRow & { workspace_id: string },
): Promise<void> {
  await tx("dataset_versions").insert(row);
}

/** Versions newest first, one more than the page shows. */
export async function listVersions(
  db: Knex,
  workspaceId: string,
  filter: { datasetId: string; limit: number; position: Position },
): Promise<DatasetVersionRow[]> {
  const query = db("dataset_versions")
    .where({ workspace_id: workspaceId, dataset_id: filter.datasetId })
    .select("dataset_id", "version", "change", "inserted", "updated", "sample_count", "created_at")
    .orderBy("version", "desc")
    .limit(filter.limit + 1);
  if (filter.position) query.where("version", "<", Number(filter.position[0]));
  return query;
}
