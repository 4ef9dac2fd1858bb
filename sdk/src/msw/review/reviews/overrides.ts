import {
  evaluationNotOverridable,
  evaluatorNotInEvaluation,
  nothingToOverride,
} from "@assay/contract/review/reviews/review-refusals";
import { combinedPlace, effectiveScores, evaluatorKeys, type ScoreOverride } from "@assay/contract/domain";
import { combined, resultsOf, sampleResults, viewOf } from "../../evaluation/evaluations/evaluation-run.ts";
import type { ReviewCall, ReviewContents, ReviewRow, ReviewState, ReviewTables } from "../review-tables.ts";
import type { EvaluationRow, JudgedSample } from "../../evaluation/evaluation-rows.ts";

/** What a review says now. */
export function presentRevision({ id, revisions }: Pick<ReviewRow, "id" | "revisions">): ReviewContents {
  const last = revisions.at(-1);
  if (!last) throw new Error(`The review "${id}" has no revision.`);
  return last;
}

/** The place of the evaluator that a review is about, or that of the combined score. */
export const placeOf = ({ evaluators }: EvaluationRow, evaluator: string | null): number =>
  evaluator === null ? combinedPlace : (evaluatorKeys(evaluators).keys?.indexOf(evaluator) ?? -1);

/** Every override of a sample's scores in an evaluation that is in force. */
export function overridesOf(
  { evaluations, reviews }: ReviewTables,
  { evaluation, sample }: Pick<ReviewRow, "evaluation" | "sample">,
): ScoreOverride[] {
  const row = evaluation === null ? undefined : evaluations.get(evaluation);
  if (!row) return [];
  return [...reviews.values()].flatMap((review): ScoreOverride[] => {
    const { overrideValue: value, evaluator, submittedAt } = presentRevision(review);
    if (review.evaluation !== evaluation || review.sample !== sample || value === null) return [];
    const position = placeOf(row, evaluator);
    return [{ review: review.id, position, value, submittedAt, ordinal: review.ordinal }];
  });
}

/** The latest completed evaluation with an automated combined score of a sample. */
export function latestEvaluation({ evaluations }: ReviewTables, sample: string, state: ReviewState) {
  const scored = [...evaluations.values()].flatMap((row) => {
    const { status, completedAt } = viewOf(row, state);
    const judged = judgedOf(row, sample);
    if (status !== "completed" || !judged || combined(row, judged.outcomes).weighted === null) return [];
    return [{ row, completedAt: completedAt ?? 0 }];
  });
  const order = (a: (typeof scored)[number], b: (typeof scored)[number]) =>
    b.completedAt - a.completedAt || (a.row.id < b.row.id ? 1 : -1);
  return scored.sort(order)[0]?.row;
}

/** What was judged of a sample. */
export const judgedOf = (row: EvaluationRow, sample: string): JudgedSample | undefined =>
  row.judged.find((judged) => judged.sample.id === sample);

/** The automated score of a sample by an evaluator, or by all. */
export function automatedScore(row: EvaluationRow, sample: string, place: number): number | null {
  const judged = judgedOf(row, sample);
  if (!judged) return null;
  if (place === combinedPlace) return combined(row, judged.outcomes).weighted;
  const outcome = judged.outcomes[place];
  return outcome?.status === "scored" ? outcome.score : null;
}

/** What a review says of the automated score. */
interface AskedOverride {
  /** As the request names it; undefined: it does not. */
  named: string | undefined;
  /** The one that the task is about. */
  ofTask: string | null;
  value: number | null;
  sample: string;
}

/**
 * The automated score that a review is about; checks in the server's order whether it can be overridden.
 *
 * @throws {ApiError} 409, 422.
 */
export function originalScore(
  call: ReviewCall,
  row: EvaluationRow | undefined,
  { named, ofTask, value, sample }: AskedOverride,
): number | null {
  const evaluator = named ?? ofTask;
  const overrides = value !== null;
  if (!row) {
    if (overrides) throw nothingToOverride(sample, evaluator);
    return null;
  }
  const place = placeOf(row, evaluator);
  if (evaluator !== null && place === -1) {
    const keys = evaluatorKeys(row.evaluators).keys ?? [];
    if (named !== undefined || overrides) throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
    return null;
  }
  const { status } = viewOf(row, call);
  if (status !== "completed") {
    if (overrides) throw evaluationNotOverridable(row.id, status);
    return null;
  }
  const original = automatedScore(row, sample, place);
  if (overrides && original === null) throw nothingToOverride(sample, evaluator);
  return original;
}

/** Lets the overrides of a sample take effect as they are now: what counts of it, and the evaluation's results. */
export function applyOverrides(workspace: ReviewTables, row: EvaluationRow, sample: string): void {
  const judged = judgedOf(row, sample);
  if (!judged || !row.end) return;
  const overrides = overridesOf(workspace, { evaluation: row.id, sample });
  row.effective.set(sample, effectiveScores(sampleResults(row, judged.outcomes), overrides));
  row.end.results = { ...resultsOf(row), ...row.end.given };
}
