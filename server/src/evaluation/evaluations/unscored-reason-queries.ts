import { maxReasonCharacters, type UnscoredReason } from "@assay/contract/domain";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { EvaluationKey } from "./evaluation-queries.ts";

/** Maximum number of distinct reasons that are read. */
const maxReasons = 1000;

type Row = Omit<UnscoredReason, "evaluator"> & { position: number };

/**
 * Counts the results without a score, of every run, by evaluator, status and reason, most frequent first. Each count has its
 * first sample in dataset order.
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
    select position, counted.status, counted.reason, count, sample_id as sample, samples.external_id
    from counted join results using (sample_id, position)
    join samples on samples.workspace_id = results.workspace_id and samples.id = sample_id
      and samples.valid_from = results.sample_version
    where results.workspace_id = ?::uuid and results.evaluation_id = ?::uuid`;
  const { rows } = await tx.raw<{ rows: Row[] }>(statement, [
    maxReasonCharacters,
    workspaceId,
    evaluationId,
    maxReasons,
    workspaceId,
    evaluationId,
  ]);
  return rows.map(({ position, sample, ...row }) => ({
    evaluator: evaluators[position]?.key ?? String(position),
    ...row,
    sample: formatId("sample", sample),
  }));
}
