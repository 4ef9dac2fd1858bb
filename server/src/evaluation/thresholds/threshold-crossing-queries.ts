import type { Thresholds } from "@assay/contract/webhooks/webhook-rules";
import type { Knex } from "knex";
import type { ProjectKey } from "../scores/rollup-queries.ts";

/** The database key of a webhook. */
export interface WebhookKey {
  workspaceId: string;
  webhookId: string;
}

/** An endpoint with score thresholds. */
export interface ThresholdSubscriber {
  id: string;
  thresholds: Thresholds;
}

/** The last score of one evaluator that was compared with an endpoint's thresholds. */
export interface LastScore {
  evaluator: string;
  score: number;
  evaluationId: string;
}

/**
 * Lists the enabled endpoints that have thresholds for a project, and prevents their deletion until the
 * transaction ends.
 */
export async function lockSubscribers(
  tx: Knex,
  { workspaceId, projectId }: ProjectKey,
): Promise<ThresholdSubscriber[]> {
  return tx("webhooks")
    .where({ workspace_id: workspaceId, enabled: true })
    .whereRaw("'score.threshold_crossed' = any(event_types) and thresholds is not null")
    .whereRaw("coalesce(project_id, ?) = ?", [projectId, projectId])
    .orderBy("id")
    .forKeyShare()
    .select("id", "thresholds");
}

const scoreOf = (
  tx: Knex,
  { workspaceId, webhookId, projectId }: WebhookKey & ProjectKey,
  evaluator: string,
) =>
  tx("webhook_scores").where({
    workspace_id: workspaceId,
    webhook_id: webhookId,
    project_id: projectId,
    evaluator,
  });

/**
 * Replaces an endpoint's last score for an evaluator, and locks the score's row until the transaction ends.
 *
 * @returns the previous score; null if there was none.
 */
export async function exchangeScore(
  tx: Knex,
  key: WebhookKey & ProjectKey,
  { evaluator, score, evaluationId }: LastScore,
): Promise<number | null> {
  const before: { score: number } | undefined = await scoreOf(tx, key, evaluator).forUpdate().first("score");
  const row = {
    workspace_id: key.workspaceId,
    webhook_id: key.webhookId,
    project_id: key.projectId,
    evaluator,
    score,
    evaluation_id: evaluationId,
  };
  await tx("webhook_scores")
    .insert(row)
    .onConflict(["workspace_id", "webhook_id", "project_id", "evaluator"])
    .merge(["score", "evaluation_id"]);
  return before?.score ?? null;
}

/**
 * Deletes the last scores of evaluators. The next score of each of them is therefore compared as its first.
 */
export async function forgetScores(
  tx: Knex,
  { workspaceId, webhookId }: WebhookKey,
  evaluators: readonly string[],
): Promise<void> {
  await tx("webhook_scores")
    .where({ workspace_id: workspaceId, webhook_id: webhookId })
    .whereIn("evaluator", [...evaluators])
    .delete();
}

/** Finds, for each of the given evaluators, the evaluation in a project that completed last. */
export async function latestEvaluations(
  tx: Knex,
  { workspaceId, projectId }: ProjectKey,
  evaluators: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.raw<{ rows: { evaluator: string; id: string }[] }>(
    `select distinct on (scores.evaluator) scores.evaluator, evaluations.id
     from evaluations join evaluation_scores scores
       on scores.workspace_id = evaluations.workspace_id and scores.evaluation_id = evaluations.id
     where evaluations.workspace_id = ? and evaluations.project_id = ? and evaluations.status = 'completed'
       and scores.evaluator = any(?::text[]) and scores.mean is not null
     order by scores.evaluator, evaluations.completed_at desc, evaluations.id desc`,
    [workspaceId, projectId, [...evaluators]],
  );
  return new Map(rows.map(({ evaluator, id }) => [evaluator, id]));
}
