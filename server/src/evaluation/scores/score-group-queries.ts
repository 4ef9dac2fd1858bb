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
    : `result.status, result.score, result.passed,
        result.status = 'skipped' and result.reason = '${outOfProtocol}' as not_applicable`;

/** The table of results, and the columns that identify a result besides its evaluator. */
interface TallyPlace {
  table: "results" | "run_results";
  place: string;
}

/**
 * Looks up the tally of missed emergencies and that of red flags. The tally of red flags omits the names of
 * flags, so that samples with equal counts have equal texts. Without an evaluator, a tally is null.
 */
function talliesJoin(
  { workspaceId, evaluationId }: EvaluationKey,
  { triage, flags }: Grouping,
  { table, place }: TallyPlace,
): { join: string; bindings: (string | number | null)[] } {
  const lookup = (tally: string) => `left join lateral (
      select ${tally} as tally from ${table} counted
      where workspace_id = ?::uuid and evaluation_id = ?::uuid and position = ?::smallint and ${place}
        and tally is not null limit 1
    )`;
  const join = `${lookup("tally")} triage on true
    ${lookup("json_build_array(tally::json -> 0, tally::json -> 1)::text")} flags on true`;
  const evaluators = [triage?.position ?? null, flags ?? null];
  return { join, bindings: evaluators.flatMap((position) => [workspaceId, evaluationId, position]) };
}

/** Selects the grouping's property of a sample, and the sample's cluster. */
function sampleLookup({ property }: Grouping): { sample: string; bindings: string[] } {
  const value = property.name === "metadata" ? "metadata -> ?::text" : `to_jsonb(${property.name})`;
  const sample = `select ${value} as value, cluster_id from samples
      where workspace_id = ?::uuid and id = result.sample_id and valid_from = result.sample_version limit 1`;
  return { sample, bindings: property.name === "metadata" ? [property.member] : [] };
}

/**
 * Counts an evaluation's samples by the value of a property, cluster and automated outcome. A cluster with
 * only one sample in the evaluation is omitted, because such a sample is treated as if it had no cluster.
 * Each row is looked up by primary key, because a newly filled table has no statistics.
 */
export async function countGroups(
  db: Knex,
  key: EvaluationKey,
  grouping: Grouping,
): Promise<GroupedSamples[]> {
  const { workspaceId, evaluationId } = key;
  const { evaluator } = grouping;
  const place = "counted.sample_id = result.sample_id";
  const tallies = talliesJoin(key, grouping, { table: "results", place });
  const { sample, bindings } = sampleLookup(grouping);
  const statement = `
    with described as (
      select described.value, described.cluster_id, count(*) over (partition by described.cluster_id) as cluster_size,
        ${scoresOf(evaluator)}, scores.missing_output, triage.tally, flags.tally as flags
      from results result
      cross join lateral (${sample}) described
      cross join lateral (
        select status, automated, automated_passed, not_applicable, missing_output from sample_scores
        where workspace_id = ?::uuid and evaluation_id = ?::uuid and sample_id = result.sample_id limit 1
      ) scores
      ${tallies.join}
      where result.workspace_id = ?::uuid and result.evaluation_id = ?::uuid and result.position = ?::smallint
    )
    select value, case when cluster_size > 1 then cluster_id end as cluster, status, score, passed, not_applicable,
      missing_output, tally, flags, count(*)::int as count
    from described group by 1, 2, 3, 4, 5, 6, 7, 8, 9`;
  const { rows } = await db.raw<{ rows: GroupedSamples[] }>(statement, [
    ...bindings,
    workspaceId,
    workspaceId,
    evaluationId,
    ...tallies.bindings,
    workspaceId,
    evaluationId,
    evaluator ?? 0,
  ]);
  return rows;
}

/**
 * Selects the runs of a sample and the status of the sample. A sample is scored only if all of its runs are
 * scored.
 */
const ofRuns = (evaluator: number | null) =>
  evaluator === null
    ? `select run::smallint, status, passed from sample_scores
        cross join lateral unnest(run_passed) with ordinality as runs (passed, run)
        where workspace_id = ?::uuid and evaluation_id = ?::uuid and ?::smallint is null
          and sample_id = result.sample_id offset 0`
    : `select run, result.status, passed from run_results
        where workspace_id = ?::uuid and evaluation_id = ?::uuid and position = ?::smallint
          and sample_id = result.sample_id offset 0`;

/**
 * Counts the runs of an evaluation's samples by the value of a property, cluster and automated outcome. Runs of one
 * sample are not independent, so a sample without a cluster is a cluster itself. Each row is looked up by primary key,
 * because a newly filled table has no statistics.
 */
export async function countGroupRuns(
  db: Knex,
  key: EvaluationKey,
  grouping: Grouping,
): Promise<GroupedRuns[]> {
  const { workspaceId, evaluationId } = key;
  const place = "counted.sample_id = result.sample_id and counted.run = runs.run";
  const tallies = talliesJoin(key, grouping, { table: "run_results", place });
  const { sample, bindings } = sampleLookup(grouping);
  const statement = `
    select described.value, coalesce('cluster ' || described.cluster_id, result.sample_id::text) as cluster,
      runs.status, runs.passed, triage.tally, flags.tally as flags, count(*)::int as count
    from results result
    cross join lateral (${sample}) described
    cross join lateral (${ofRuns(grouping.evaluator)}) runs
    ${tallies.join}
    where result.workspace_id = ?::uuid and result.evaluation_id = ?::uuid and result.position = ?::smallint
    group by 1, 2, 3, 4, 5, 6`;
  const { rows } = await db.raw<{ rows: GroupedRuns[] }>(statement, [
    ...bindings,
    workspaceId,
    workspaceId,
    evaluationId,
    grouping.evaluator,
    ...tallies.bindings,
    workspaceId,
    evaluationId,
    grouping.evaluator ?? 0,
  ]);
  return rows;
}
