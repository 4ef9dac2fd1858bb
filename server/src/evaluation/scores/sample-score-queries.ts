import type { SampleScoreRecord } from "@assay/contract/evaluation/scores/score-wire";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";

/** A score's database row. All ids are UUIDs. */
type StoredScore = Omit<SampleScoreRecord, "createdAt" | "combined"> & { createdAt: Date } & {
  [
    Member in keyof SampleScoreRecord["combined"] as `combined_${Member}`
  ]: SampleScoreRecord["combined"][Member];
};

const reviewId = (id: string | null): string | null => id && formatId("review", id);

const recordOf = (row: StoredScore): SampleScoreRecord => ({
  evaluation: formatId("evaluation", row.evaluation),
  evaluator: row.evaluator,
  status: row.status,
  value: row.value,
  originalValue: row.originalValue,
  passed: row.passed,
  overriddenBy: reviewId(row.overriddenBy),
  details: row.details,
  createdAt: row.createdAt.getTime(),
  combined: {
    value: row.combined_value,
    originalValue: row.combined_originalValue,
    passed: row.combined_passed,
    overriddenBy: reviewId(row.combined_overriddenBy),
  },
});

/** The filter for a sample's scores. */
export interface SampleScoreFilter {
  workspaceId: string;
  sampleId: string;
  evaluationId: string | undefined;
  /** Selects only the results of the evaluator with this key. */
  evaluator: string | undefined;
}

// An evaluator's key is its name or, if it has no name, its type: see evaluatorKeys.
const scoresOfSample = `
  with found as (
    select e.id, e.created_at, e.evaluators, s.automated, s.effective, s.effective_passed, s.overridden_by
    from sample_scores s join evaluations e on e.workspace_id = s.workspace_id and e.id = s.evaluation_id
    where s.workspace_id = :workspaceId::uuid and s.sample_id = :sampleId::uuid and e.status = 'completed'
      and (:evaluationId::uuid is null or e.id = :evaluationId::uuid)
  ),
  scored as (
    select found.id as evaluation, found.created_at as evaluated_at, r.position,
      coalesce(found.evaluators -> r.position ->> 'name', found.evaluators -> r.position ->> 'type') as evaluator,
      r.status, coalesce(r.effective_score, r.score) as value, r.score as "originalValue",
      coalesce(r.effective_passed, r.passed) as passed, r.overridden_by as "overriddenBy", r.details,
      r.created_at as "createdAt", found.effective as combined_value, found.automated as "combined_originalValue",
      found.effective_passed as combined_passed, found.overridden_by as "combined_overriddenBy"
    from found join results r on r.workspace_id = :workspaceId::uuid and r.evaluation_id = found.id
      and r.sample_id = :sampleId::uuid
  )
  select * from scored where (:evaluator::text is null or evaluator = :evaluator::text)
  order by evaluated_at desc, evaluation desc, position limit :limit`;

/** Lists a sample's results in completed evaluations, newest evaluation first, then by evaluator position. */
export async function listSampleScores(
  db: Knex,
  { workspaceId, sampleId, evaluationId, evaluator }: SampleScoreFilter,
  limit: number,
): Promise<SampleScoreRecord[]> {
  const bindings: Record<string, Knex.Value> = {
    workspaceId,
    sampleId,
    evaluationId: evaluationId ?? null,
    evaluator: evaluator ?? null,
    limit,
  };
  const { rows } = await db.raw<{ rows: StoredScore[] }>(scoresOfSample, bindings);
  return rows.map(recordOf);
}
