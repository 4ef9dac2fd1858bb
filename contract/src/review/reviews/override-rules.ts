import {
  combinedPosition,
  type EffectiveScores,
  effectiveScores,
  type ScoreOverride,
} from "../../domain/review/effective-score.ts";
import type { SampleResult } from "../../domain/evaluation/sample-score.ts";
import type { ReviewEvent } from "../review-events.ts";
import type { ReviewRecord } from "./review-record.ts";
import { evaluationNotOverridable, evaluatorNotInEvaluation, nothingToOverride } from "../review-refusals.ts";

/** A sample's automated scores in an evaluation. */
export interface AutomatedScores {
  /**
   * The score from each evaluator, by evaluator position. A score is null if the evaluator did not score the
   * sample.
   */
  scores: readonly (number | null)[];
  /** The combined score; null if there is none. */
  combined: number | null;
}

/** The evaluation that a review belongs to, with its scores for the sample. */
export interface ScoredSample extends AutomatedScores {
  /** Id of the evaluation. */
  id: string;
  status: string;
  evaluatorKeys: readonly string[];
}

/** The members of a review request that relate to the automated score. */
export interface OverrideRequest {
  /** The evaluator in the request; undefined if the request does not name one. */
  named: string | undefined;
  /** The evaluator of the task; null if the task has none. */
  ofTask: string | null;
  value: number | null;
  sample: string;
}

/** The score that a review relates to. */
export interface ScoreTarget {
  evaluator: string | null;
  /** The evaluator's position, or `combinedPosition`. */
  position: number;
  /** The automated score; null if there is none. */
  original: number | null;
}

/** Returns an evaluator's automated score, or the automated combined score. */
export const automatedScore = ({ scores, combined }: AutomatedScores, position: number): number | null =>
  position === combinedPosition ? combined : (scores[position] ?? null);

/**
 * Finds the score that a review relates to in its evaluation.
 *
 * @param scored the evaluation; undefined if no evaluation scored the sample.
 * @throws {ApiError} 422 for an evaluator that is not in the evaluation, and if the review overrides a
 *   missing score; 409 if the review overrides a score in an evaluation that has not completed.
 */
export function scoreTarget(
  scored: ScoredSample | undefined,
  { named, ofTask, value, sample }: OverrideRequest,
): ScoreTarget {
  const evaluator = named ?? ofTask;
  const overrides = value !== null;
  if (!scored) {
    if (overrides) throw nothingToOverride(sample, evaluator);
    return { evaluator, position: combinedPosition, original: null };
  }
  const { evaluatorKeys: keys, status } = scored;
  const position = evaluator === null ? combinedPosition : keys.indexOf(evaluator);
  if (evaluator !== null && position === -1) {
    if (named !== undefined || overrides) throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
    return { evaluator, position: combinedPosition, original: null };
  }
  if (status !== "completed") {
    if (overrides) throw evaluationNotOverridable(scored.id, status);
    return { evaluator, position, original: null };
  }
  const original = automatedScore(scored, position);
  if (overrides && original === null) throw nothingToOverride(sample, evaluator);
  return { evaluator, position, original };
}

/** The state that is loaded when a stored review changes the overrides of its sample. */
export interface OverrideState {
  /** Id of the evaluation. */
  evaluation: string;
  evaluatorKeys: readonly string[];
  /** The automated results by evaluator position. */
  results: readonly SampleResult[];
  /** The automated combined score. */
  combined: number | null;
  /**
   * The position of the score that the review overrode before its submission; undefined if there was no such
   * score.
   */
  positionBefore: number | undefined;
  /** All overrides in force for the sample, including the review's own. */
  overrides: readonly ScoreOverride[];
}

/** The effect of an override: the sample's effective scores, and the events to emit. */
export interface OverrideDecision {
  effective: EffectiveScores;
  events: readonly ReviewEvent[];
}

/**
 * Decides how a stored review affects the scores of its sample.
 *
 * @param position the position of the score that the review relates to.
 */
export function decideOverride(
  state: OverrideState,
  review: ReviewRecord,
  position: number,
): OverrideDecision {
  const { results, combined, positionBefore: before } = state;
  const effective = effectiveScores(results, state.overrides);
  const automated = { scores: results.map(({ score }) => score), combined };
  const eventAt = (at: number, withdrawn: boolean): ReviewEvent => ({
    event: "score.overridden",
    at: review.submittedAt,
    data: {
      project: review.project,
      evaluation: state.evaluation,
      sample: review.sample,
      evaluator: at === combinedPosition ? null : (state.evaluatorKeys[at] ?? null),
      value:
        at === combinedPosition
          ? effective.weighted
          : (effective.results[at]?.score ?? automatedScore(automated, at)),
      original_value: automatedScore(automated, at),
      review: review.id,
      withdrawn,
    },
  });
  const overrides = review.overrideValue !== null;
  const isWithdrawn = before !== undefined && (!overrides || before !== position);
  return {
    effective,
    events: [
      ...(isWithdrawn ? [eventAt(before, true)] : []),
      ...(overrides ? [eventAt(position, false)] : []),
    ],
  };
}
