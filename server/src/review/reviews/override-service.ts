import type { ReviewEvent } from "@assay/contract/review/review-events";
import {
  evaluationNotOverridable,
  evaluatorNotInEvaluation,
  nothingToOverride,
} from "@assay/contract/review/reviews/review-refusals";
import { formatId } from "@assay/contract/platform/ids";
import { combinedPlace, effectiveScores, evaluatorKeys } from "@assay/contract/domain";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { EvaluationRow } from "../../evaluation/evaluations/evaluation-queries.ts";
import { rollUpAgain } from "../../evaluation/evaluations/run/finish-evaluation.ts";
import { crossThresholds } from "../../evaluation/thresholds/cross-thresholds.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import {
  automatedResults,
  automatedScore,
  findOverride,
  lockEvaluation,
  overridesOf,
  putOverride,
  type ScoredSampleKey,
  storeEffective,
} from "./override-queries.ts";
import type { ReviewRow } from "./review-queries.ts";

/** What a review says of the automated score. */
export interface AskedOverride {
  /** As the request names it; undefined: it does not. */
  named: string | undefined;
  /** The one that the task is about. */
  ofTask: string | null;
  value: number | null;
  sampleId: string;
}

/** Which score a review is about. */
export interface ScoreTarget {
  evaluator: string | null;
  /** The evaluator's place, or `combinedPlace`. */
  position: number;
  /** The automated score; null: there is none. */
  original: number | null;
}

/**
 * Finds the score that a review is about, in the evaluation that it belongs to.
 *
 * @param evaluation undefined: none scored the sample.
 * @throws {ApiError} 422 for an evaluator that the evaluation does not have, and to override what was not scored; 409 to
 *   override the scores of an evaluation that has not completed.
 */
export async function scoreTarget(
  tx: Tx,
  evaluation: EvaluationRow | undefined,
  { named, ofTask, value, sampleId }: AskedOverride,
): Promise<ScoreTarget> {
  const evaluator = named ?? ofTask;
  const overrides = value !== null;
  const sample = formatId("sample", sampleId);
  if (!evaluation) {
    if (overrides) throw nothingToOverride(sample, evaluator);
    return { evaluator, position: combinedPlace, original: null };
  }
  const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
  const position = evaluator === null ? combinedPlace : keys.indexOf(evaluator);
  if (evaluator !== null && position === -1) {
    if (named !== undefined || overrides) throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
    return { evaluator, position: combinedPlace, original: null };
  }
  if (evaluation.status !== "completed") {
    if (overrides) throw evaluationNotOverridable(formatId("evaluation", evaluation.id), evaluation.status);
    return { evaluator, position, original: null };
  }
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id, sampleId };
  const original = await automatedScore(tx, key, position);
  if (overrides && original === null) throw nothingToOverride(sample, evaluator);
  return { evaluator, position, original };
}

/**
 * Lets a stored review's override take effect, or its withdrawal: what counts of the sample, the evaluation's results and
 * their rollup change with it, in one transaction that holds the evaluation's row.
 */
export async function applyOverride(
  tx: Tx,
  deps: PlatformDeps,
  { review, evaluation, target }: { review: ReviewRow; evaluation: EvaluationRow; target: ScoreTarget },
): Promise<void> {
  const before = await findOverride(tx, review);
  const value = review.override_value;
  if (!before && value === null) return;
  const key = { workspaceId: review.workspace_id, evaluationId: evaluation.id, sampleId: review.sample_id };
  // Taken before by whoever could know that scores would change; free then.
  await lockEvaluation(tx, key.workspaceId, key.evaluationId);
  const { position } = target;
  await putOverride(tx, key, { reviewId: review.id, position, value, submittedAt: review.submitted_at });
  const effective = await recompute(tx, key, evaluation);
  const tell = (place: number, withdrawn: boolean) =>
    tellOverride(tx, deps, { review, evaluation, place, withdrawn, effective });
  if (before && (value === null || before.position !== position)) await tell(before.position, true);
  if (value !== null) await tell(position, false);
  const scores = await rollUpAgain(tx, evaluation);
  // After the override's own events, so that a threshold event follows its cause.
  await crossThresholds(tx, deps, { evaluation, scores, cause: "override" });
}

async function recompute(tx: Tx, key: ScoredSampleKey, { evaluators }: EvaluationRow) {
  const automated = await automatedResults(tx, key);
  const results = automated.map((result) => ({
    ...result,
    weight: evaluators[result.position]?.weight ?? 0,
  }));
  const effective = effectiveScores(results, await overridesOf(tx, key));
  await storeEffective(tx, key, effective);
  return (place: number): number | null =>
    place === combinedPlace
      ? effective.weighted
      : (effective.results[place]?.score ?? automated[place]?.score ?? null);
}

async function tellOverride(
  tx: Tx,
  deps: PlatformDeps,
  {
    review,
    evaluation,
    place,
    withdrawn,
    effective,
  }: {
    review: ReviewRow;
    evaluation: EvaluationRow;
    place: number;
    withdrawn: boolean;
    effective: (place: number) => number | null;
  },
): Promise<void> {
  const { workspace_id: workspaceId, sample_id: sampleId } = review;
  const key = { workspaceId, evaluationId: evaluation.id, sampleId };
  const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
  const data = {
    project: formatId("project", review.project_id),
    evaluation: formatId("evaluation", evaluation.id),
    sample: formatId("sample", sampleId),
    evaluator: place === combinedPlace ? null : (keys[place] ?? null),
    value: effective(place),
    original_value: await automatedScore(tx, key, place),
    review: formatId("review", review.id),
    withdrawn,
  };
  await insertEvent<ReviewEvent>(
    tx,
    { workspaceId, id: deps.newId() },
    { event: "score.overridden", at: review.submitted_at.getTime(), data },
  );
}
