import type { SampleRecord } from "@assay/contract/evaluation/samples/sample-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { id as idColumn, instant, plain, recordTable } from "../../platform/db/record-table.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { type BlindCaller, hideExternalIds } from "../../workspace/access/blind-access.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { contentColumns, contentValues } from "./sample-content.ts";

const { columns, recordOf } = recordTable<SampleRecord>({
  id: idColumn("sample", "id"),
  dataset: idColumn("dataset", "dataset_id"),
  externalId: plain("external_id"),
  input: plain("input"),
  output: plain("output"),
  expected: plain("expected"),
  metadata: plain("metadata"),
  tags: plain("tags"),
  split: plain("split"),
  clusterId: plain("cluster_id"),
  contentHash: plain("content_hash"),
  caseHash: plain("case_hash"),
  createdAt: instant("created_at"),
});

/** Selects the columns of a sample, with hashes as hexadecimal text. */
const selected = (db: Knex) =>
  columns.map((column) =>
    column.endsWith("_hash")
      ? db.raw("encode(??, 'hex') as ??", [`samples.${column}`, column])
      : `samples.${column}`,
  );

/** The columns of a new row in `samples`, in the same order as the values below. */
const sampleColumns = [
  "workspace_id",
  "id",
  "dataset_id",
  "valid_from",
  ...contentColumns,
  "created_at",
] as const;

/** Stores new samples in a dataset, valid from a version. */
export async function insertSamples(
  tx: Tx,
  { database }: Pick<PlatformDeps, "database">,
  {
    workspaceId,
    version,
    samples,
  }: { workspaceId: string; version: number; samples: readonly SampleRecord[] },
): Promise<void> {
  await insertRows(tx, database, {
    table: "samples",
    columns: sampleColumns,
    rows: samples.map((sample) => [
      workspaceId,
      uuidOf("sample", sample.id),
      uuidOf("dataset", sample.dataset),
      version,
      ...contentValues(sample),
      new Date(sample.createdAt),
    ]),
  });
}

/** Replaces the contents of samples, starting with a version. */
export async function replaceSamples(
  tx: Tx,
  deps: Pick<PlatformDeps, "database">,
  replaced: Parameters<typeof insertSamples>[2],
): Promise<void> {
  await tx("samples")
    .where({ workspace_id: replaced.workspaceId })
    .whereNull("valid_until")
    .whereRaw("id = any(?::uuid[])", [replaced.samples.map(({ id }) => uuidOf("sample", id))])
    .update({ valid_until: replaced.version });
  await insertSamples(tx, deps, replaced);
}

/** Finds those of the given samples (UUIDs) that are in the current version of the dataset, in dataset order. */
export async function findPresentSamples(
  db: Knex,
  workspaceId: string,
  { datasetId, ids }: { datasetId: string; ids: readonly string[] },
): Promise<SampleRecord[]> {
  const rows: object[] = await db("samples")
    .where({ workspace_id: workspaceId, dataset_id: datasetId })
    .whereNull("valid_until")
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .orderBy("id")
    .select(selected(db));
  return rows.map(recordOf);
}

/** Restricts a query of samples to a version of the dataset. */
function atVersion<Q extends Knex.QueryBuilder>(query: Q, version: number): Q {
  query.where("samples.valid_from", "<=", version);
  query.whereRaw("coalesce(samples.valid_until, 2147483647) > ?", [version]);
  return query;
}

/** Finds the current version of a sample if its dataset is within the caller's reach. */
export async function findSample(db: Knex, reach: Reach, id: string): Promise<SampleRecord | undefined> {
  const reachable = withinReach(db("datasets"), reach).select("id");
  const row: object | undefined = await db("samples")
    .where({ workspace_id: reach.workspaceId, id })
    .whereNull("valid_until")
    .whereIn("dataset_id", reachable)
    .first(selected(db));
  return row && recordOf(row);
}

/**
 * Finds the contents of a sample that are valid from a version of its dataset.
 *
 * @param sample.version undefined for the last contents, also of a sample that was removed from its dataset.
 */
export async function findSampleAt(
  db: Knex,
  { workspaceId, id, version }: { workspaceId: string; id: string; version: number | undefined },
): Promise<SampleRecord | undefined> {
  const query = db("samples").where({ workspace_id: workspaceId, id });
  if (version === undefined) query.orderBy("valid_from", "desc");
  else query.where({ valid_from: version });
  const row: object | undefined = await query.first(selected(db));
  return row && recordOf(row);
}

/**
 * Lists the samples in a version in dataset order. Reads one row more than the page, to detect whether a next
 * page exists. A filter by external id does not find samples whose external id is hidden from the caller.
 */
export async function listSamples(
  db: Knex,
  caller: BlindCaller,
  filter: {
    datasetId: string;
    version: number;
    externalId: string | undefined;
    limit: number;
    afterId: string | undefined;
  },
): Promise<SampleRecord[]> {
  const query = db("samples")
    .where({ workspace_id: caller.workspaceId, dataset_id: filter.datasetId })
    .select(selected(db));
  if (filter.externalId !== undefined)
    hideExternalIds(query.where({ external_id: filter.externalId }), db, caller);
  if (filter.afterId !== undefined) query.where("id", ">", filter.afterId);
  atVersion(query, filter.version)
    .orderBy("id")
    .limit(filter.limit + 1);
  const rows: object[] = await query;
  return rows.map(recordOf);
}

/**
 * Finds which of the given external ids exist in the current version of the dataset.
 *
 * @returns a map from external id to sample id.
 */
export async function findExisting(
  db: Knex,
  workspaceId: string,
  { datasetId, externalIds }: { datasetId: string; externalIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows: { external_id: string; id: string }[] = await db("samples")
    .where({ workspace_id: workspaceId, dataset_id: datasetId })
    .whereNull("valid_until")
    .whereRaw("external_id = any(?::text[])", [[...externalIds]])
    .select("external_id", "id");
  return new Map(rows.map((row) => [row.external_id, formatId("sample", row.id)]));
}

/**
 * Finds which of the given UUIDs are samples in the current version of the dataset.
 *
 * @returns their public ids.
 */
export async function findPresent(
  db: Knex,
  workspaceId: string,
  { datasetId, ids }: { datasetId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const rows: { id: string }[] = await db("samples")
    .where({ workspace_id: workspaceId, dataset_id: datasetId })
    .whereNull("valid_until")
    .whereRaw("id = any(?::uuid[])", [[...ids]])
    .select("id");
  return new Set(rows.map((row) => formatId("sample", row.id)));
}
