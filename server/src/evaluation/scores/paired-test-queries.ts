import type { DropTest } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluations/evaluation-queries.ts";

/**
 * A pair of evaluations in one series, and the evaluator whose scores are tested. The baseline is the earlier
 * evaluation.
 */
export interface TestedPair {
  baseline_id: string;
  candidate_id: string;
  /** The evaluator's key; an empty string stands for the combined scores. */
  evaluator: string;
}

/** Finds the stored tests for the given pairs. */
export async function findPairedTests(
  db: Knex,
  workspaceId: string,
  pairs: readonly TestedPair[],
): Promise<(TestedPair & DropTest)[]> {
  if (pairs.length === 0) return [];
  const { rows } = await db.raw<{ rows: (TestedPair & DropTest)[] }>(
    `select t.baseline_id, t.candidate_id, t.evaluator, t.test, t.n_paired, t.change, t.p_value
     from unnest(?::uuid[], ?::uuid[], ?::text[]) as wanted (baseline_id, candidate_id, evaluator)
     join paired_tests t on t.workspace_id = ?::uuid and t.baseline_id = wanted.baseline_id
       and t.candidate_id = wanted.candidate_id and t.evaluator = wanted.evaluator`,
    [
      pairs.map((pair) => pair.baseline_id),
      pairs.map((pair) => pair.candidate_id),
      pairs.map((pair) => pair.evaluator),
      workspaceId,
    ],
  );
  return rows;
}

/** Stores a test. If the test is already stored, it is identical, because automated scores never change. */
export async function insertPairedTest(
  db: Knex,
  row: TestedPair & DropTest & { workspace_id: string },
): Promise<void> {
  await db("paired_tests").insert(row).onConflict().ignore();
}

const neighbour = (before: boolean): string => `
  select r.evaluator, ${before ? "other.evaluation_id, r.evaluation_id" : "r.evaluation_id, other.evaluation_id"}
  from evaluation_scores r cross join lateral (
    select evaluation_id, mean from evaluation_scores o
    where o.workspace_id = r.workspace_id and o.project_id = r.project_id and o.evaluator = r.evaluator
      and o.dataset_id = r.dataset_id and o.conditions = r.conditions and o.mean is not null
      and (o.effective_at, o.evaluation_id) ${before ? "<" : ">"} (r.effective_at, r.evaluation_id)
    order by o.effective_at ${before ? "desc" : "asc"}, o.evaluation_id ${before ? "desc" : "asc"} limit 1
  ) other
  where r.workspace_id = :workspaceId::uuid and r.evaluation_id = :evaluationId::uuid
    and ${before ? "r.mean < other.mean" : "other.mean < r.mean"}`;

const drops = `
  select evaluator, baseline_id, candidate_id
  from (${neighbour(true)} union all ${neighbour(false)}) as pairs (evaluator, baseline_id, candidate_id)
  order by baseline_id, candidate_id, evaluator`;

/**
 * Lists the score drops next to a completed evaluation in its series: the drop from the previous evaluation
 * to this one, and the drop from this one to the next.
 */
export async function listDropsAround(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
): Promise<TestedPair[]> {
  const bindings: Record<string, string> = { workspaceId, evaluationId };
  const { rows } = await db.raw<{ rows: TestedPair[] }>(drops, bindings);
  return rows;
}
