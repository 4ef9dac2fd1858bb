import type {
  GroupedRuns,
  GroupedSamples,
  Grouping,
} from "@assay/contract/evaluation/scores/score-group-rules";
import { outOfProtocol } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluations/evaluation-queries.ts";

const scoresOf = (evaluator: number | null) =>
  evaluator === null
    ? "scores.status, scores.automated as score, scores.automated_passed as passed, scores.not_applicable"
    : `results.status, results.score, results.passed,
        results.status = 'skipped' and results.reason = '${outOfProtocol}' as not_applicable`;

/**
 * Joins the tally of red flags, without the names of the flags, which are not required. Samples with equal counts
 * therefore have equal texts. Without an evaluator of red flags, the tally is null.
 *
 * @param place the columns that identify a result besides its evaluator.
 */
function flagsJoin(
  { workspaceId, evaluationId }: EvaluationKey,
  flags: number | undefined,
  { table, place }: { table: string; place: string },
): { column: string; join: string; bindings: (string | number)[] } {
  if (flags === undefined) return { column: "null::text", join: "", bindings: [] };
  const join = `left join lateral (
      select json_build_array(tally::json -> 0, tally::json -> 1)::text as tally from ${table} counted
      where workspace_id = ?::uuid and evaluation_id = ?::uuid and position = ?::smallint and ${place}
        and tally is not null limit 1
    ) flags on true`;
  return { column: "flags.tally", join, bindings: [workspaceId, evaluationId, flags] };
}

/**
 * Counts an evaluation's samples by the value of a property, cluster and automated outcome. A cluster with
 * only one sample in the evaluation is omitted, because such a sample is treated as if it had no cluster.
 */
export async function countGroups(
  db: Knex,
  key: EvaluationKey,
  { property, evaluator, triage, flags }: Grouping,
): Promise<GroupedSamples[]> {
  const { workspaceId, evaluationId } = key;
  const place = "counted.sample_id = described.sample_id";
  const flagged = flagsJoin(key, flags, { table: "results", place });
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
      ${scoresOf(evaluator)}, scores.missing_output, triage.tally, ${flagged.column} as flags, count(*)::int as count
    from described
    join sample_scores scores using (sample_id)
    join results using (workspace_id, evaluation_id, sample_id)
    left join results triage on triage.workspace_id = scores.workspace_id
      and triage.evaluation_id = scores.evaluation_id and triage.sample_id = described.sample_id
      and triage.position = ?::smallint
    ${flagged.join}
    where scores.workspace_id = ?::uuid and scores.evaluation_id = ?::uuid and results.position = ?::smallint
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  const { rows } = await db.raw<{ rows: GroupedSamples[] }>(statement, [
    workspaceId,
    evaluationId,
    ...(property.name === "metadata" ? [property.member] : []),
    workspaceId,
    triage?.position ?? null,
    ...flagged.bindings,
    workspaceId,
    evaluationId,
    evaluator ?? 0,
  ]);
  return rows;
}

/** Each run with its result and the status of its sample: a sample is scored only if all of its runs are. */
const ofRuns = (evaluator: number | null) =>
  evaluator === null
    ? `select sample_id, run::smallint, status, passed from sample_scores
        cross join lateral unnest(run_passed) with ordinality as runs (passed, run)
        where workspace_id = ?::uuid and evaluation_id = ?::uuid and ?::smallint is null`
    : `select sample_id, run, results.status, run_results.passed
        from run_results join results using (workspace_id, evaluation_id, position, sample_id)
        where workspace_id = ?::uuid and evaluation_id = ?::uuid and position = ?::smallint`;

/**
 * Counts the runs of an evaluation's samples by the value of a property, cluster and automated outcome. Runs of one
 * sample are not independent, so a sample without a cluster is a cluster itself.
 */
export async function countGroupRuns(
  db: Knex,
  key: EvaluationKey,
  { property, evaluator, triage, flags }: Grouping,
): Promise<GroupedRuns[]> {
  const { workspaceId, evaluationId } = key;
  const place = "counted.sample_id = runs.sample_id and counted.run = runs.run";
  const flagged = flagsJoin(key, flags, { table: "run_results", place });
  const value = property.name === "metadata" ? "metadata -> ?::text" : `to_jsonb(${property.name})`;
  const statement = `
    with runs as (${ofRuns(evaluator)}),
    described as (
      select results.sample_id, ${value} as value,
        coalesce('cluster ' || cluster_id, results.sample_id::text) as cluster
      from results join samples on samples.workspace_id = results.workspace_id
        and samples.id = results.sample_id and samples.valid_from = results.sample_version
      where results.workspace_id = ?::uuid and evaluation_id = ?::uuid and position = 0
    )
    select described.value, described.cluster, runs.status, runs.passed, triage.tally,
      ${flagged.column} as flags, count(*)::int as count
    from runs join described using (sample_id)
    left join run_results triage on triage.workspace_id = ?::uuid and triage.evaluation_id = ?::uuid
      and triage.sample_id = runs.sample_id and triage.run = runs.run and triage.position = ?::smallint
    ${flagged.join}
    group by 1, 2, 3, 4, 5, 6`;
  const { rows } = await db.raw<{ rows: GroupedRuns[] }>(statement, [
    workspaceId,
    evaluationId,
    evaluator,
    ...(property.name === "metadata" ? [property.member] : []),
    workspaceId,
    evaluationId,
    workspaceId,
    evaluationId,
    triage?.position ?? null,
    ...flagged.bindings,
  ]);
  return rows;
}
