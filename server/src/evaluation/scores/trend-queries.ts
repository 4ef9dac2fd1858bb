import type { Period, TrendPoint } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { ProjectKey } from "./rollup-queries.ts";

/** Selects the evaluations that become points in a trend. */
export interface TrendFilter extends ProjectKey {
  /** The evaluator's key; an empty string stands for the combined scores. */
  evaluator: string;
  datasetId: string | undefined;
  modelId: string | undefined;
}

interface PointRow {
  evaluation_id: string;
  dataset_id: string;
  effective_at: Date;
  mean: number;
  std_dev: number | null;
  scored: number;
  score_sum: number;
  series: string;
}

// Evaluations with different conditions belong to different series. An evaluation without conditions forms
// its own series.
const select = `select evaluation_id, dataset_id, effective_at, mean, std_dev, scored, score_sum,
    dataset_id || ' ' || coalesce(encode(conditions, 'hex'), evaluation_id::text) as series
  from evaluation_scores`;

const ofTrend = `workspace_id = :workspaceId::uuid and project_id = :projectId::uuid and evaluator = :evaluator
  and mean is not null
  and (:datasetId::uuid is null or dataset_id = :datasetId::uuid)
  and (:modelId::uuid is null or model_id = :modelId::uuid)`;

const pointsIn = `${select} where ${ofTrend} and effective_at >= :start and effective_at < :end
  order by effective_at, evaluation_id`;

const pointsBefore = `
  select before.* from unnest(:series::text[]) as wanted (series)
  cross join lateral (
    ${select} where ${ofTrend} and effective_at < :start
      and dataset_id = split_part(wanted.series, ' ', 1)::uuid
      and conditions = decode(replace(split_part(wanted.series, ' ', 2), '-', ''), 'hex')
    order by effective_at desc, evaluation_id desc limit 1
  ) before`;

const toPoint = (row: PointRow): TrendPoint => ({
  evaluation: row.evaluation_id,
  dataset: row.dataset_id,
  at: row.effective_at.getTime(),
  score: row.mean,
  stdDev: row.std_dev,
  scored: row.scored,
  sum: row.score_sum,
  series: row.series,
});

async function readPoints(
  db: Knex,
  statement: string,
  { datasetId, modelId, ...filter }: TrendFilter,
  more: Record<string, Knex.Value>,
): Promise<TrendPoint[]> {
  const bindings: Record<string, Knex.Value> = {
    ...filter,
    datasetId: datasetId ?? null,
    modelId: modelId ?? null,
    ...more,
  };
  const { rows } = await db.raw<{ rows: PointRow[] }>(statement, bindings);
  return rows.map(toPoint);
}

/** Lists the evaluations in a period that have a mean score, by time. They are identified by their UUIDs. */
export const listPoints = (db: Knex, filter: TrendFilter, { start, end }: Period): Promise<TrendPoint[]> =>
  readPoints(db, pointsIn, filter, { start: new Date(start), end: new Date(end) });

/** Lists the last evaluation of each series before a given time. */
export const listPointsBefore = (
  db: Knex,
  filter: TrendFilter,
  { start, series }: { start: number; series: readonly string[] },
): Promise<TrendPoint[]> =>
  readPoints(db, pointsBefore, filter, { start: new Date(start), series: [...series] });

/** Returns the names of evaluations or datasets, by their UUIDs. */
export async function listNames(
  db: Knex,
  workspaceId: string,
  { table, ids }: { table: "evaluations" | "datasets"; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows: { id: string; name: string }[] = await db(table)
    .where({ workspace_id: workspaceId })
    .whereIn("id", [...ids])
    .select("id", "name");
  return new Map(rows.map(({ id, name }) => [id, name]));
}
