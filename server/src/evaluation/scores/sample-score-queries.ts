import type { Outcome } from "@assay/contract/domain";
import type { Knex } from "knex";

/** One evaluator's result of a sample, with the sample's combined score in the same evaluation. */
export interface SampleScoreRow {
  evaluation_id: string;
  /** The evaluator's key. */
  evaluator: string;
  status: Outcome["status"];
  /** After a reviewer's override. */
  value: number | null;
  /** By the evaluator. */
  score: number | null;
  passed: boolean | null;
  /** The review that overrode the result. */
  overridden_by: string | null;
  details: Record<string, unknown>;
  created_at: Date;
  combined_value: number | null;
  combined_automated: number | null;
  combined_passed: boolean | null;
  combined_overridden_by: string | null;
}

/** Which scores of a sample. */
export interface SampleScoreFilter {
  workspaceId: string;
  sampleId: string;
  evaluationId: string | undefined;
  /** By its key. */
  evaluator: string | undefined;
}

// An evaluator's key is its name, else its type: see evaluatorKeys.
const scoresOfSample = `
  with found as (
    select e.id, e.created_at, e.evaluators, s.automated, s.effective, s.effective_passed, s.overridden_by
    from sample_scores s join evaluations e on e.workspace_id = s.workspace_id and e.id = s.evaluation_id
    where s.workspace_id = :workspaceId::uuid and s.sample_id = :sampleId::uuid and e.status = 'completed'
      and (:evaluationId::uuid is null or e.id = :evaluationId::uuid)
  ),
  scored as (
    select found.id as evaluation_id, found.created_at as evaluated_at, r.position,
      coalesce(found.evaluators -> r.position ->> 'name', found.evaluators -> r.position ->> 'type') as evaluator,
      r.status, coalesce(r.effective_score, r.score) as value, r.score,
      coalesce(r.effective_passed, r.passed) as passed, r.overridden_by, r.details, r.created_at,
      found.effective as combined_value, found.automated as combined_automated,
      found.effective_passed as combined_passed, found.overridden_by as combined_overridden_by
    from found join results r on r.workspace_id = :workspaceId::uuid and r.evaluation_id = found.id
      and r.sample_id = :sampleId::uuid
  )
  select * from scored where (:evaluator::text is null or evaluator = :evaluator::text)
  order by evaluated_at desc, evaluation_id desc, position limit :limit`;

/** A sample's results in completed evaluations, the newest evaluation first, then by the evaluator's place. */
export async function listSampleScores(
  db: Knex,
  { workspaceId, sampleId, evaluationId, evaluator }: SampleScoreFilter,
  limit: number,
): Promise<SampleScoreRow[]> {
  const bindings: Record<string, Knex.Value> = {
    workspaceId,
    sampleId,
    evaluationId: evaluationId ?? null,
    evaluator: evaluator ?? null,
    limit,
  };
  const { rows } = await db.raw<{ rows: SampleScoreRow[] }>(scoresOfSample, bindings);
  return rows;
}
