import type { GroupedSamples, Grouping } from "@assay/contract/evaluation/scores/score-group-rules";
import { outOfProtocol } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluations/evaluation-queries.ts";

const scoresOf = (evaluator: number | null) =>
  evaluator === null
    ? "scores.status, scores.automated as score, scores.automated_passed as passed, scores.not_applicable"
    : `results.status, results.score, results.passed,
        results.status = 'skipped' and results.reason = '${outOfProtocol}' as not_applicable`;

/**
 * Counts an evaluation's samples by the value of a property, cluster and automated outcome. A cluster with
 * only one sample in the evaluation is omitted, because such a sample is treated as if it had no cluster.
 */
export async function countGroups(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  { property, evaluator, triage }: Grouping,
): Promise<GroupedSamples[]> {
  const value = property.name === "metadata" ? "metadata -> ?::text" : `to_jsonb(${property.name})`;
  const statement = `
    with placed as (
      select sample_id, sample_version from results
      where workspace_id = ?::uuid and evaluation_id = ?::uuid and position = 0
    ),
    described as (
      select placed.sample_id, ${value} as value, cluster_id,
        count(*) over (partition by cluster_id) as cluster_size
      from placed join samples on samples.workspace_id = ?::uuid and samples.id = placed.sample_id
        and samples.valid_from = placed.sample_version
    )
    select described.value, case when cluster_size > 1 then cluster_id end as cluster,
      ${scoresOf(evaluator)}, scores.missing_output, triage.tally, count(*)::int as count
    from described
    join sample_scores scores using (sample_id)
    join results using (workspace_id, evaluation_id, sample_id)
    left join results triage on triage.workspace_id = scores.workspace_id
      and triage.evaluation_id = scores.evaluation_id and triage.sample_id = described.sample_id
      and triage.position = ?::smallint
    where scores.workspace_id = ?::uuid and scores.evaluation_id = ?::uuid and results.position = ?::smallint
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
  const { rows } = await db.raw<{ rows: GroupedSamples[] }>(statement, [
    workspaceId,
    evaluationId,
    ...(property.name === "metadata" ? [property.member] : []),
    workspaceId,
    triage?.position ?? null,
    workspaceId,
    evaluationId,
    evaluator ?? 0,
  ]);
  return rows;
}
