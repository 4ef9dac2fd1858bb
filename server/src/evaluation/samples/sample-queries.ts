import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";

/** A stored sample at one version; JSON columns parsed. */
export interface SampleRow {
  id: string;
  dataset_id: string;
  external_id: string | null;
  input: unknown;
  output: unknown;
  expected: unknown;
  metadata: Record<string, unknown>;
  tags: string[];
  split: string | null;
  cluster_id: string | null;
  /** Hexadecimal. */
  content_hash: string;
  /** Hexadecimal. */
  case_hash: string;
  created_at: Date;
}

const columns = [
  "id",
  "dataset_id",
  "external_id",
  "input",
  "output",
  "expected",
  "metadata",
  "tags",
  "split",
  "cluster_id",
  "created_at",
].map((column) => `samples.${column}`);

/** What is read of a sample; its hashes as hexadecimal text. */
const selected = (db: Knex) => [
  ...columns,
  db.raw("encode(samples.content_hash, 'hex') as content_hash"),
  db.raw("encode(samples.case_hash, 'hex') as case_hash"),
];

/** Restricts a query over samples (or outputs) to what a version of the data set holds. */
function atVersion<Q extends Knex.QueryBuilder>(query: Q, table: "samples" | "outputs", version: number): Q {
  query.where(`${table}.valid_from`, "<=", version);
  query.whereRaw("coalesce(??, 2147483647) > ?", [`${table}.valid_until`, version]);
  return query;
}

/** A sample as it is now, when the caller can reach its data set; else undefined. */
export async function findSample(db: Knex, reach: Reach, id: string): Promise<SampleRow | undefined> {
  const reachable = withinReach(db("datasets"), reach).select("id");
  return db("samples")
    .where({ workspace_id: reach.workspaceId, id })
    .whereNull("valid_until")
    .whereIn("dataset_id", reachable)
    .first(selected(db));
}

/** Samples of a version in data set order, one more than the page shows. */
export async function listSamples(
  db: Knex,
  workspaceId: string,
  filter: {
    datasetId: string;
    version: number;
    externalId: string | undefined;
    limit: number;
    afterId: string | undefined;
  },
): Promise<SampleRow[]> {
  const query = db("samples")
    .where({ workspace_id: workspaceId, dataset_id: filter.datasetId })
    .select(selected(db));
  if (filter.externalId !== undefined) query.where({ external_id: filter.externalId });
  if (filter.afterId !== undefined) query.where("id", ">", filter.afterId);
  return atVersion(query, "samples", filter.version)
    .orderBy("id")
    .limit(filter.limit + 1);
}

/** Which of these external ids are taken in the data set now: external id → sample id. */
export async function findTaken(
  db: Knex,
  workspaceId: string,
  { datasetId, externalIds }: { datasetId: string; externalIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows: { external_id: string; id: string }[] = await db("samples")
    .where({ workspace_id: workspaceId, dataset_id: datasetId })
    .whereNull("valid_until")
    .whereRaw("external_id = any(?::text[])", [[...externalIds]])
    .select("external_id", "id");
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

/** Which of these ids are samples of the data set now. */
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
  return new Set(rows.map((row) => row.id));
}
