import { decideOverride, type ScoredSample } from "@assay/contract/review/reviews/override-rules";
import type { ReviewRecord } from "@assay/contract/review/reviews/review-record";
import { formatId } from "@assay/contract/platform/ids";
import { keysOfEvaluators } from "@assay/contract/domain";
import { type EvaluationRow, lockEvaluation } from "../../evaluation/evaluations/evaluation-queries.ts";
import { recomputeRollup } from "../../evaluation/evaluations/run/store-evaluation-results.ts";
import { detectThresholdCrossings } from "../../evaluation/thresholds/detect-threshold-crossings.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { insertReviewEvents } from "../tasks/store-tasks.ts";
import {
  automatedCombined,
  automatedResults,
  findOverride,
  overridesOf,
  putOverride,
  storeEffective,
} from "./override-queries.ts";

/** Loads a sample's scores in an evaluation. */
export async function scoredSample(tx: Tx, row: EvaluationRow, sampleId: string): Promise<ScoredSample> {
  const key = { workspaceId: row.workspace_id, evaluationId: row.id, sampleId };
  const results = await automatedResults(tx, key);
  return {
    id: formatId("evaluation", row.id),
    status: row.status,
    evaluatorKeys: keysOfEvaluators(row.evaluators),
    scores: results.map(({ score }) => score),
    combined: await automatedCombined(tx, key),
  };
}

/**
 * Applies or withdraws the override of a stored review. The sample's effective scores, the evaluation's
 * results and the rollup change in one transaction that holds the lock on the evaluation's row.
 *
 * @param change.position the position of the evaluator whose score the review concerns.
 */
export async function applyOverride(
  tx: Tx,
  deps: PlatformDeps,
  { review, evaluation, position }: { review: ReviewRecord; evaluation: EvaluationRow; position: number },
): Promise<void> {
  const { workspace_id: workspaceId } = evaluation;
  const reviewId = uuidOf("review", review.id);
  const before = await findOverride(tx, { workspace_id: workspaceId, id: reviewId });
  const value = review.overrideValue;
  if (!before && value === null) return;
  const key = { workspaceId, evaluationId: evaluation.id, sampleId: uuidOf("sample", review.sample) };
  // If the caller expects scores to change, it already holds this lock, and this call has no effect.
  await lockEvaluation(tx, key);
  await putOverride(tx, key, { reviewId, position, value, submittedAt: new Date(review.submittedAt) });
  const results = await automatedResults(tx, key);
  const state = {
    evaluation: formatId("evaluation", evaluation.id),
    evaluatorKeys: keysOfEvaluators(evaluation.evaluators),
    results: results.map((result) => ({
      ...result,
      weight: evaluation.evaluators[result.position]?.weight ?? 0,
    })),
    combined: await automatedCombined(tx, key),
    positionBefore: before?.position,
    overrides: await overridesOf(tx, key),
  };
  const { effective, events } = decideOverride(state, review, position);
  await storeEffective(tx, key, effective, evaluation.runs);
  await insertReviewEvents(tx, deps, { workspaceId, events });
  const scores = await recomputeRollup(tx, evaluation);
  // The events of the override are already stored, so a threshold event follows the events that caused it.
  await detectThresholdCrossings(tx, deps, { evaluation, scores, cause: "override" });
}
