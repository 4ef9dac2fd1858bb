import type { IdentifiedRow, RowClashes } from "@assay/contract/evaluation/samples/import-rules";
import type { Knex } from "knex";
import { contentColumns } from "./sample-content.ts";

/** Identifies the staged rows of one import. */
export interface Staging {
  workspaceId: string;
  importId: string;
}

/** The columns of a staged row, in order. */
export const stagedColumns = [
  "workspace_id",
  "import_id",
  "ordinal",
  "line",
  "path",
  "sample_id",
  ...contentColumns,
  "staged_at",
] as const;

const key = (staging: Staging) => ({ workspace_id: staging.workspaceId, import_id: staging.importId });

/** A staged row with an external id, as selected by one of the queries below. */
interface StagedRow {
  ordinal: number;
  line: number;
  path: string;
  external_id: string;
  /** Total number of rows that the query found, including rows beyond its limit. */
  total: number;
}

const identified = ({ ordinal, line, path, external_id: externalId }: StagedRow): IdentifiedRow => ({
  ordinal,
  line,
  path,
  externalId,
});

/**
 * Lists rows whose external id already occurs in an earlier row of the same import, by line, with the path of
 * its first occurrence.
 */
export async function findRepeated(
  db: Knex,
  staging: Staging,
  limit: number,
): Promise<RowClashes["repeated"]> {
  const { rows } = await db.raw<{ rows: (StagedRow & { first_line: number; first_path: string })[] }>(
    `select ordinal, line, path, external_id, first_line, first_path, (count(*) over ())::integer as total from (
       select ordinal, line, path, external_id, row_number() over same as nth,
         first_value(line) over same as first_line, first_value(path) over same as first_path
       from staged_samples where workspace_id = ? and import_id = ? and external_id is not null
       window same as (partition by external_id order by ordinal)
     ) numbered where nth > 1 order by ordinal limit ?`,
    [staging.workspaceId, staging.importId, limit],
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({ ...identified(row), first: { line: row.first_line, path: row.first_path } })),
  };
}

/** Lists rows whose external id already exists in the current version of the dataset, by line. */
export async function findStagedTaken(
  db: Knex,
  staging: Staging,
  { datasetId, limit }: { datasetId: string; limit: number },
): Promise<RowClashes["taken"]> {
  const { rows } = await db.raw<{ rows: StagedRow[] }>(
    `select s.ordinal, s.line, s.path, s.external_id, (count(*) over ())::integer as total from staged_samples s
     join samples e on e.workspace_id = s.workspace_id and e.dataset_id = ? and e.external_id = s.external_id
       and e.valid_until is null
     where s.workspace_id = ? and s.import_id = ? order by s.ordinal limit ?`,
    [datasetId, staging.workspaceId, staging.importId, limit],
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(identified) };
}

/** Deletes staged rows whose external id already occurs in an earlier row. */
export async function dropRepeated(tx: Knex, staging: Staging): Promise<void> {
  const { workspaceId, importId } = staging;
  await tx.raw(
    `delete from staged_samples where workspace_id = ? and import_id = ? and ordinal in (
       select ordinal from (
         select ordinal, row_number() over (partition by external_id order by ordinal) as nth
         from staged_samples where workspace_id = ? and import_id = ? and external_id is not null
       ) numbered where nth > 1
     )`,
    [workspaceId, importId, workspaceId, importId],
  );
}

/**
 * Updates the query planner's statistics of the staging table. Without them, joins in a large import are
 * planned as if the table had few rows. Must be called outside of transactions, because it takes a lock that
 * blocks other imports until the transaction ends. Only the join columns are analyzed, because analyzing the
 * samples' contents would take most of the time.
 */
export async function analyzeStaging(db: Knex): Promise<void> {
  await db.raw("analyze staged_samples (workspace_id, import_id, ordinal, external_id)");
}

/**
 * Deletes staged rows whose sample already exists in the dataset. If `which` is `equal`, deletes only rows
 * with the same contents as the existing sample.
 *
 * @returns the number of deleted rows.
 */
export async function dropExisting(
  tx: Knex,
  staging: Staging,
  { datasetId, which }: { datasetId: string; which: "all" | "equal" },
): Promise<number> {
  const same = `and e.content_hash = s.content_hash and e.metadata = s.metadata and e.tags = s.tags
    and e.split is not distinct from s.split and e.cluster_id is not distinct from s.cluster_id`;
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `delete from staged_samples s using samples e
     where s.workspace_id = ? and s.import_id = ? and e.workspace_id = s.workspace_id and e.dataset_id = ?
       and e.external_id = s.external_id and e.valid_until is null ${which === "equal" ? same : ""}`,
    [staging.workspaceId, staging.importId, datasetId],
  );
  return rowCount;
}

/**
 * Prepares the replacement of samples. For each staged row that replaces a sample, ends the validity of the
 * sample's current contents, and copies the sample's id and creation time to the row.
 *
 * @returns the number of these rows.
 */
export async function replaceExisting(
  tx: Knex,
  staging: Staging,
  { datasetId, version }: { datasetId: string; version: number },
): Promise<number> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `with ended as (
       update samples e set valid_until = ?
       from staged_samples s
       where s.workspace_id = ? and s.import_id = ? and e.workspace_id = s.workspace_id and e.dataset_id = ?
         and e.external_id = s.external_id and e.valid_until is null
       returning s.ordinal, e.id, e.created_at
     )
     update staged_samples s set sample_id = ended.id, staged_at = ended.created_at
     from ended where s.workspace_id = ? and s.import_id = ? and s.ordinal = ended.ordinal`,
    [version, staging.workspaceId, staging.importId, datasetId, staging.workspaceId, staging.importId],
  );
  return rowCount;
}

/**
 * Moves the staged rows into the dataset. The rows are not sorted, because sorting a large import would use
 * the disk.
 *
 * @returns the number of rows.
 */
export async function moveIntoSamples(
  tx: Knex,
  staging: Staging,
  { datasetId, version }: { datasetId: string; version: number },
): Promise<number> {
  const content = contentColumns.join(", ");
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `insert into samples (workspace_id, id, dataset_id, valid_from, ${content}, created_at)
     select workspace_id, sample_id, ?, ?, ${content}, staged_at from staged_samples
     where workspace_id = ? and import_id = ?`,
    [datasetId, version, staging.workspaceId, staging.importId],
  );
  return rowCount;
}

/** Deletes the staged rows of an import. */
export async function clearStaging(db: Knex, staging: Staging): Promise<void> {
  await db("staged_samples").where(key(staging)).delete();
}

/** Deletes staged rows of imports that never finished. */
export async function purgeStaging(db: Knex, olderThan: Date): Promise<void> {
  await db("staged_samples").where("staged_at", "<", olderThan).delete();
  await db("staged_outputs").where("staged_at", "<", olderThan).delete();
  await db("staged_ratings").where("staged_at", "<", olderThan).delete();
}
