// The scores of a sample in evaluations that are in memory, as in the mock, and the overrides of these scores.
import { keysOfEvaluators } from "../../../domain/evaluation/evaluation-keys.ts";
import { combinedPosition, type ScoreOverride } from "../../../domain/review/effective-score.ts";
import type { EvaluatedSamples } from "../../../evaluation/evaluations/evaluated-samples.ts";
import {
  combinedScore,
  sampleResults,
  storedOutcome,
} from "../../../evaluation/evaluations/outcomes/stored-outcome.ts";
import { decideOverride, type OverrideDecision, type ScoredSample } from "../override-rules.ts";
import type { QueuedScores } from "../queue/queue-wire.ts";
import type { ReviewRecord } from "../review-record.ts";

/** An evaluation with its samples. */
export interface ScoredEvaluation extends EvaluatedSamples {
  id: string;
  status: string;
  completedAt: number | null;
}

/** A review with its position in the order of active overrides; the largest position is the latest. */
export interface OrderedReview extends ReviewRecord {
  ordinal: number;
}

/** Returns the sample with its outcomes; undefined if the evaluation has not used the sample. */
const evaluatedIn = ({ evaluated }: Pick<EvaluatedSamples, "evaluated">, sample: string) =>
  evaluated.find((one) => one.sample.id === sample);

/** Returns a sample's scores in an evaluation. */
export function scoredSample(
  evaluation: Omit<ScoredEvaluation, "completedAt">,
  sample: string,
): ScoredSample {
  const { id, status, evaluators } = evaluation;
  const outcomes = evaluatedIn(evaluation, sample)?.outcomes ?? [];
  return {
    id,
    status,
    evaluatorKeys: keysOfEvaluators(evaluators),
    scores: outcomes.map((outcome) => storedOutcome(outcome).score),
    combined: combinedScore(evaluation, outcomes).weighted,
  };
}

/** Finds the latest completed evaluation with an automated combined score for a sample. */
export function latestScored<Evaluation extends ScoredEvaluation>(
  evaluations: readonly Evaluation[],
  sample: string,
): Evaluation | undefined {
  const [latest] = evaluations
    .filter((one) => one.status === "completed" && scoredSample(one, sample).combined !== null)
    .sort((a, b) => (b.completedAt ?? 0) - (a.completedAt ?? 0) || (a.id < b.id ? 1 : -1));
  return latest;
}

/**
 * Returns a queued sample's scores in an evaluation. Before the evaluation completes, they have no values.
 *
 * @param present the sample's current contents.
 */
export function queuedScores(
  evaluation: ScoredEvaluation,
  sample: string,
  present: { expected: unknown } | undefined,
): QueuedScores {
  const scored = scoredSample(evaluation, sample);
  const evaluated = scored.status === "completed" ? evaluatedIn(evaluation, sample) : undefined;
  if (!evaluated)
    return { ...scored, scores: [], reasons: [], combined: null, expected: present?.expected ?? null };
  const reasons = evaluated.outcomes.map((outcome) => {
    const { flagged, reason } = storedOutcome(outcome);
    return flagged ? (reason ?? "flagged") : null;
  });
  return { ...scored, reasons, expected: evaluated.sample.expected };
}

const overridePosition = (
  { evaluators }: Pick<EvaluatedSamples, "evaluators">,
  { evaluator }: Pick<ReviewRecord, "evaluator">,
): number => (evaluator === null ? combinedPosition : keysOfEvaluators(evaluators).indexOf(evaluator));

/** Returns the active overrides of a sample's scores in an evaluation. */
export const activeOverrides = (
  evaluation: Pick<ScoredEvaluation, "id" | "evaluators">,
  reviews: Iterable<OrderedReview>,
  sample: string,
): ScoreOverride[] =>
  [...reviews].flatMap((review): ScoreOverride[] => {
    const { id, overrideValue: value, submittedAt, ordinal } = review;
    if (review.evaluation !== evaluation.id || review.sample !== sample || value === null) return [];
    return [{ review: id, position: overridePosition(evaluation, review), value, submittedAt, ordinal }];
  });

/** A stored review, and the data that determines how it affects its sample's scores. */
export interface StoredOverride {
  review: ReviewRecord;
  /** The review before its current revision. */
  before: ReviewRecord | undefined;
  /** The position of the score that the review relates to. */
  position: number;
  /** All reviews of the workspace. */
  reviews: Iterable<OrderedReview>;
}

/** Decides how a stored review affects the scores of its sample; undefined if it does not affect them. */
export function overrideIn(
  evaluation: Omit<ScoredEvaluation, "status" | "completedAt">,
  { review, before, position, reviews }: StoredOverride,
): OverrideDecision | undefined {
  const overrode = before !== undefined && before.overrideValue !== null;
  const evaluated = evaluatedIn(evaluation, review.sample);
  if (!evaluated || !(overrode || review.overrideValue !== null)) return undefined;
  const state = {
    evaluation: evaluation.id,
    evaluatorKeys: keysOfEvaluators(evaluation.evaluators),
    results: sampleResults(evaluation, evaluated.outcomes),
    combined: combinedScore(evaluation, evaluated.outcomes).weighted,
    positionBefore: overrode ? overridePosition(evaluation, before) : undefined,
    overrides: activeOverrides(evaluation, reviews, review.sample),
  };
  return decideOverride(state, review, position);
}
