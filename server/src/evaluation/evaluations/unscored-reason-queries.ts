import { maxReasonCharacters, type UnscoredReason } from "@assay/contract/domain";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { EvaluationKey } from "./evaluation-queries.ts";

/** Maximum number of distinct reasons that are read. */
const maxReasons = 1000;

type Row = Omit<UnscoredReason, "evaluator"> & { position: number };

/**
 * Counts the results without a score, of every run, by evaluator, status and reason, most frequent first. Each count
 * has its first sample in dataset order, which is looked up by primary key: a newly filled table has no statistics.
 */
export async function countUnscored(
  tx: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  { evaluators, runs }: { evaluators: readonly KeyedEvaluator[]; runs: number },
): Promise<UnscoredReason[]> {
  const statement = `
    with counted as (
      select position, status, left(coalesce(reason, ''), ?) as reason, count(*)::int as count,
        min(sample_id::text)::uuid as sample_id
      from ${runs === 1 ? "results" : "run_results"}
      where workspace_id = ?::uuid and evaluation_id = ?::uuid and status <> 'scored'
      group by 1, 2, 3 order by count desc, reason limit ?
    )
    select counted.position, counted.status, counted.reason, count, counted.sample_id as sample, named.external_id
    from counted
    cross join lateral (
      select sample_version from results
      where workspace_id = ?::uuid and evaluation_id = ?::uuid and sample_id = counted.sample_id
        and position = counted.position limit 1
    ) result
    cross join lateral (
      select external_id from samples
      where workspace_id = ?::uuid and id = counted.sample_id and valid_from = result.sample_version limit 1
    ) named`;
  const { rows } = await tx.raw<{ rows: Row[] }>(statement, [
    maxReasonCharacters,
    workspaceId,
    evaluationId,
    maxReasons,
    workspaceId,
    evaluationId,
    workspaceId,
  ]);
  return rows.map(({ position, sample, ...row }) => ({
    evaluator: evaluators[position]?.key ?? String(position),
    ...row,
    sample: formatId("sample", sample),
  }));
}
