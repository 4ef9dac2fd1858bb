import type { ReviewEvent } from "@assay/contract/review/review-events";
import { resultsOf } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { EvaluatedDatasetSample } from "@assay/contract/evaluation/evaluations/outcomes/evaluated-dataset";
import { combinedScore, sampleResults } from "@assay/contract/evaluation/evaluations/outcomes/stored-outcome";
import { decideOverride, type ScoredSample } from "@assay/contract/review/reviews/override-rules";
import type { ReviewContents, ReviewRecord } from "@assay/contract/review/reviews/review-record";
import { combinedPosition, keysOfEvaluators, type ScoreOverride } from "@assay/contract/domain";
import { evaluationNow } from "../../evaluation/evaluations/evaluation-run.ts";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ReviewState, ReviewTables } from "../review-tables.ts";

const overridePosition = (row: EvaluationRow, { evaluator }: Pick<ReviewContents, "evaluator">): number =>
  evaluator === null ? combinedPosition : keysOfEvaluators(row.evaluators).indexOf(evaluator);

/** Returns the active overrides of a sample's scores in an evaluation. */
export function activeOverrides(
  { evaluations, reviews }: ReviewTables,
  { evaluation, sample }: Pick<ReviewRecord, "evaluation" | "sample">,
): ScoreOverride[] {
  const row = evaluation === null ? undefined : evaluations.get(evaluation);
  if (!row) return [];
  return [...reviews.values()].flatMap((review): ScoreOverride[] => {
    const { id, overrideValue: value, submittedAt, ordinal } = review;
    if (review.evaluation !== evaluation || review.sample !== sample || value === null) return [];
    return [{ review: id, position: overridePosition(row, review), value, submittedAt, ordinal }];
  });
}

/**
 * Finds an evaluation by id. If the id is null, finds the latest evaluation with an automated combined score
 * for the sample.
 */
export function findScored(
  state: ReviewState,
  { evaluations }: ReviewTables,
  { id, sample }: { id: string | null; sample: string },
): EvaluationRow | undefined {
  if (id !== null) return evaluations.get(id);
  const scored = [...evaluations.values()].flatMap((row) => {
    const { status, completedAt } = evaluationNow(row, state);
    const scoredRow = scoredOf(row, sample);
    if (status !== "completed" || !scoredRow || combinedScore(row, scoredRow.outcomes).weighted === null)
      return [];
    return [{ row, completedAt: completedAt ?? 0 }];
  });
  const order = (a: (typeof scored)[number], b: (typeof scored)[number]) =>
    b.completedAt - a.completedAt || (a.row.id < b.row.id ? 1 : -1);
  return scored.sort(order)[0]?.row;
}

/** Returns a sample with its outcomes in an evaluation. */
export const scoredOf = (row: EvaluationRow, sample: string): EvaluatedDatasetSample | undefined =>
  row.evaluated.find((one) => one.sample.id === sample);

/** Returns a sample's scores in an evaluation. */
export function scoredSample(state: ReviewState, row: EvaluationRow, sample: string): ScoredSample {
  const outcomes = scoredOf(row, sample)?.outcomes ?? [];
  return {
    id: row.id,
    status: evaluationNow(row, state).status,
    evaluatorKeys: keysOfEvaluators(row.evaluators),
    scores: outcomes.map((outcome) => (outcome.status === "scored" ? outcome.score : null)),
    combined: combinedScore(row, outcomes).weighted,
  };
}

/**
 * Applies or withdraws the override in a stored review, and updates the effective scores and the results.
 *
 * @param review.before the review before its current revision.
 * @returns whether scores may have changed.
 */
export function applyOverride(
  workspace: ReviewTables,
  row: EvaluationRow,
  { review, before, position }: { review: ReviewRecord; before: ReviewRecord | undefined; position: number },
): boolean {
  const overrode = before !== undefined && before.overrideValue !== null;
  const scored = scoredOf(row, review.sample);
  if (!scored || !row.end || !(overrode || review.overrideValue !== null)) return false;
  const state = {
    evaluation: row.id,
    evaluatorKeys: keysOfEvaluators(row.evaluators),
    results: sampleResults(row, scored.outcomes),
    combined: combinedScore(row, scored.outcomes).weighted,
    positionBefore: overrode ? overridePosition(row, before) : undefined,
    overrides: activeOverrides(workspace, review),
  };
  const { effective, events } = decideOverride(state, review, position);
  row.effective.set(review.sample, effective);
  row.end.results = { ...resultsOf(row), ...row.end.given };
  for (const event of events) queueEvent<ReviewEvent>(workspace, event);
  return true;
}
