import type { EffectiveScores, ScoreOverride } from "@assay/contract/domain";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** A sample in an evaluation. */
export interface ScoredSampleKey {
  workspaceId: string;
  evaluationId: string;
  sampleId: string;
}

const keyed = (db: Knex, table: string, { workspaceId, evaluationId, sampleId }: ScoredSampleKey) =>
  db(table).where({ workspace_id: workspaceId, evaluation_id: evaluationId, sample_id: sampleId });

/**
 * Finds, for each sample, the latest completed evaluation that has an automated combined score for the
 * sample.
 *
 * @returns a map from sample id to evaluation id.
 */
export async function latestEvaluations(
  db: Knex,
  workspaceId: string,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.raw<{ rows: { sample_id: string; id: string }[] }>(
    `select distinct on (s.sample_id) s.sample_id, e.id
     from sample_scores s join evaluations e on e.workspace_id = s.workspace_id and e.id = s.evaluation_id
     where s.workspace_id = ?::uuid and s.sample_id = any(?::uuid[]) and s.automated is not null
       and e.status = 'completed'
     order by s.sample_id, e.completed_at desc, e.id desc`,
    [workspaceId, [...sampleIds]],
  );
  return new Map(rows.map(({ sample_id: sample, id }) => [sample, id]));
}

/** Returns the automated combined score of a sample; null if there is none. */
export async function automatedCombined(db: Knex, key: ScoredSampleKey): Promise<number | null> {
  const row: { automated: number | null } | undefined = await keyed(db, "sample_scores", key).first(
    "automated",
  );
  return row?.automated ?? null;
}

/** One evaluator's result for the sample. */
export interface AutomatedResult {
  position: number;
  status: "scored" | "skipped" | "errored";
  score: number | null;
  passed: boolean | null;
  flagged: boolean;
}

/** Returns each evaluator's result for the sample, in the order of the evaluation's evaluators. */
export const automatedResults = async (db: Knex, key: ScoredSampleKey): Promise<AutomatedResult[]> =>
  keyed(db, "results", key).orderBy("position").select("position", "status", "score", "passed", "flagged");

/** Lists the active overrides of the sample's scores. */
export async function overridesOf(db: Knex, key: ScoredSampleKey): Promise<ScoreOverride[]> {
  const rows: {
    review_id: string;
    position: number;
    value: number;
    submitted_at: Date;
    ordinal: string;
  }[] = await keyed(db, "score_overrides", key).select("*");
  return rows.map((row) => ({
    review: formatId("review", row.review_id),
    position: row.position,
    value: row.value,
    submittedAt: row.submitted_at.getTime(),
    // `row.ordinal` counts overrides from 1, so a double represents it exactly.
    ordinal: Number(row.ordinal),
  }));
}

/** Finds the active override of a review. */
export async function findOverride(
  db: Knex,
  review: { workspace_id: string; id: string },
): Promise<{ position: number; value: number } | undefined> {
  return db("score_overrides")
    .where({ workspace_id: review.workspace_id, review_id: review.id })
    .first("position", "value");
}

/**
 * Stores the override of a review in place of the review's previous override. If the value is null, only
 * deletes the previous override.
 */
export async function putOverride(
  tx: Tx,
  key: ScoredSampleKey,
  override: { reviewId: string; position: number; value: number | null; submittedAt: Date },
): Promise<void> {
  const { reviewId, position, value, submittedAt } = override;
  await tx("score_overrides").where({ workspace_id: key.workspaceId, review_id: reviewId }).delete();
  if (value === null) return;
  await tx("score_overrides").insert({
    workspace_id: key.workspaceId,
    review_id: reviewId,
    evaluation_id: key.evaluationId,
    sample_id: key.sampleId,
    position,
    value,
    submitted_at: submittedAt,
  });
}

const reviewUuid = (id: string | null | undefined): string | null => (id ? uuidOf("review", id) : null);

/**
 * Stores the effective scores of a sample next to its automated scores, and next to those of each run.
 *
 * @param runs number of runs of the evaluation.
 */
export async function storeEffective(
  tx: Tx,
  key: ScoredSampleKey,
  { results, weighted, equal, passed, overriddenBy }: EffectiveScores,
  runs: number,
): Promise<void> {
  for (const [position, result] of results.entries()) {
    const columns = {
      effective_score: result?.score ?? null,
      effective_passed: result?.passed ?? null,
      overridden_by: reviewUuid(result?.overriddenBy),
    };
    for (const table of runs === 1 ? ["results"] : ["results", "run_results"])
      await keyed(tx, table, key).where({ position }).update(columns);
  }
  await keyed(tx, "sample_scores", key).update({
    effective: weighted,
    effective_unweighted: equal,
    effective_passed: passed,
    overridden_by: reviewUuid(overriddenBy),
  });
}
