import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluation-queries.ts";

/** The number of results of one evaluator with the same outcome, in one cluster. */
export interface RunCount {
  position: number;
  status: "scored" | "errored" | "skipped";
  classification: string | null;
  tally: string | null;
  cluster: string | null;
  count: number;
}

const outcomesOfRuns = `
  with placed as (
    select workspace_id, sample_id, sample_version, position, status, classification,
      case when position = any(?::smallint[]) then tally end as tally
    from run_results where workspace_id = ?::uuid and evaluation_id = ?::uuid
  ),
  clustered as (
    select sample_id, coalesce('cluster ' || cluster_id, sample_id::text) as cluster
    from placed join samples on samples.workspace_id = placed.workspace_id and samples.id = placed.sample_id
      and samples.valid_from = placed.sample_version
    group by 1, 2
  )
  select position, status, classification, tally, case when tally is not null then cluster end as cluster,
    count(*)::int as count
  from placed join clustered using (sample_id)
  group by 1, 2, 3, 4, 5`;

/**
 * Counts the outcomes of all runs by evaluator, for the distributions and summaries. Runs of one sample are not
 * independent, so a sample without a cluster is a cluster itself.
 *
 * @param positions the indexes of the evaluators with a summary.
 */
export async function countRunOutcomes(
  tx: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  positions: readonly number[],
): Promise<RunCount[]> {
  const { rows } = await tx.raw<{ rows: RunCount[] }>(outcomesOfRuns, [
    [...positions],
    workspaceId,
    evaluationId,
  ]);
  return rows;
}
