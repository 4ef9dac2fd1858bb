import { type ScoreCell, worstSamplesNamed } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey, EvaluationRow } from "../evaluations/evaluation-queries.ts";
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

const cells = `
  with described as (
    select coalesce(effective_score, score) as score, cluster_id, count(*) over (partition by cluster_id) as size
    from results
    join samples on samples.workspace_id = results.workspace_id and samples.id = sample_id
      and samples.valid_from = sample_version
    where results.workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid
      and position = :position::smallint and score is not null
  )
  select score, case when size > 1 then cluster_id end as cluster, count(*)::int as count
  from described group by 1, 2`;

/**
 * Counts an evaluator's effective scores by cluster. A cluster with only one scored sample is omitted, because such a
 * sample is treated as if it had no cluster.
 */
export async function countScores(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  position: number,
): Promise<ScoreCell[]> {
  const { rows } = await db.raw<{ rows: ScoreCell[] }>(cells, { workspaceId, evaluationId, position });
  return rows;
}
