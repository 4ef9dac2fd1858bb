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

/**
 * Joins the cluster of the sample of the result `first`, in the evaluated version. The row is looked up by
 * primary key, because the statistics of a newly filled table are missing or obsolete. With a join that was
 * planned from such statistics, 100,000 samples took longer than a minute. A result whose sample is not found
 * counts without a cluster.
 */
export const clusterOfFirst = `left join lateral (
      select cluster_id from samples
      where workspace_id = :workspaceId::uuid and id = first.sample_id and valid_from = first.sample_version limit 1
    ) described on true`;

const outcomesOfRuns = `
  select placed.position, placed.status, placed.classification, placed.tally,
    case when placed.tally is not null
      then coalesce('cluster ' || described.cluster_id, first.sample_id::text) end as cluster, count(*)::int as count
  from results first
  ${clusterOfFirst}
  cross join lateral (
    select position, status, classification, case when position = any(:positions::smallint[]) then tally end as tally
    from run_results
    where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid and sample_id = first.sample_id
    offset 0
  ) placed
  where first.workspace_id = :workspaceId::uuid and first.evaluation_id = :evaluationId::uuid and first.position = 0
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
  const bindings: Record<string, string | number[]> = {
    workspaceId,
    evaluationId,
    positions: [...positions],
  };
  const { rows } = await tx.raw<{ rows: RunCount[] }>(outcomesOfRuns, bindings);
  return rows;
}
