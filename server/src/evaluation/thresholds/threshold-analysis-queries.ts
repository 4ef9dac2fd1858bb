import { type ScoreCell, worstSamplesNamed } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey, EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { clusterOfFirst } from "../evaluations/figures/run-outcome-queries.ts";
import type { ProjectKey } from "../scores/rollup-queries.ts";

/** Finds the evaluation in a project that completed last. */
export async function findLastCompleted(
  db: Knex,
  { workspaceId, projectId }: ProjectKey,
): Promise<EvaluationRow | undefined> {
  return db("evaluations")
    .where({ workspace_id: workspaceId, project_id: projectId, status: "completed" })
    .orderBy([
      { column: "completed_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .first("*");
}

/** A sample with its effective score. */
export interface LowResultRow {
  sample_id: string;
  external_id: string | null;
  score: number;
}

const lowest = `
  select low.sample_id, low.score, s.external_id
  from (
    select sample_id, sample_version, coalesce(effective_score, score) as score
    from results
    where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid and position = :position
      and coalesce(effective_score, score) < :below
    order by 3, sample_id limit ${worstSamplesNamed}
  ) low
  join samples s on s.workspace_id = :workspaceId::uuid and s.id = low.sample_id and s.valid_from = low.sample_version
  order by low.score, low.sample_id`;

/** Lists an evaluator's lowest effective scores that are below a threshold, lowest first, up to a limit. */
export async function listLowest(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  { position, below }: { position: number; below: number },
): Promise<LowResultRow[]> {
  const bindings: Record<string, Knex.Value> = { workspaceId, evaluationId, position, below };
  const { rows } = await db.raw<{ rows: LowResultRow[] }>(lowest, bindings);
  return rows;
}

/**
 * Selects the effective scores of evaluators by cluster. `offset 0` keeps the filter on scores out of the
 * lookup. If the filter were part of the lookup, Postgres would use the index in order of score, and read the
 * whole evaluation for each sample.
 */
const cells = `
  with described as (
    select scored.position, scored.score, described.cluster_id,
      count(*) over (partition by scored.position, described.cluster_id) as size
    from results first
    ${clusterOfFirst}
    cross join lateral (
      select position, coalesce(effective_score, score) as score from results
      where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid and sample_id = first.sample_id
      offset 0
    ) scored
    where first.workspace_id = :workspaceId::uuid and first.evaluation_id = :evaluationId::uuid and first.position = 0
      and scored.position = any(:positions::smallint[]) and scored.score is not null
  )
  select position, score, case when size > 1 then cluster_id end as cluster, count(*)::int as count
  from described group by 1, 2, 3`;

/**
 * Counts the effective scores of evaluators by cluster. A cluster with only one scored sample is omitted, because such
 * a sample is treated as if it had no cluster.
 *
 * @param positions the indexes of the evaluators.
 * @returns the scores by evaluator index.
 */
export async function countScores(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  positions: readonly number[],
): Promise<ReadonlyMap<number, ScoreCell[]>> {
  const bindings: Record<string, string | number[]> = {
    workspaceId,
    evaluationId,
    positions: [...positions],
  };
  const { rows } = await db.raw<{ rows: (ScoreCell & { position: number })[] }>(cells, bindings);
  const byEvaluator = new Map<number, ScoreCell[]>(positions.map((position) => [position, []]));
  for (const { position, ...cell } of rows) byEvaluator.get(position)?.push(cell);
  return byEvaluator;
}
