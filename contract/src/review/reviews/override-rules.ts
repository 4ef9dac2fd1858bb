import {
  combinedPlace,
  type EffectiveScores,
  effectiveScores,
  type ScoreOverride,
} from "../../domain/review/effective-score.ts";
import type { SampleResult } from "../../domain/evaluation/sample-score.ts";
import type { ReviewEvent } from "../review-events.ts";
import type { ReviewRecord } from "./review-record.ts";
import { evaluationNotOverridable, evaluatorNotInEvaluation, nothingToOverride } from "../review-refusals.ts";

/** The automated scores of a sample in an evaluation. */
export interface AutomatedScores {
  /** By the positions of the evaluators; null: not scored. */
  scores: readonly (number | null)[];
  /** The combined score; null: there is none. */
  combined: number | null;
}

/** The evaluation that a review belongs to, with what it says of the sample. */
export interface ScoredSample extends AutomatedScores {
  /** Id of the evaluation. */
  id: string;
  status: string;
  evaluatorKeys: readonly string[];
}

/** What a review says of the automated score. */
export interface OverrideRequest {
  /** The evaluator that the request names; undefined: it names none. */
  named: string | undefined;
  /** The evaluator that the task is about. */
  ofTask: string | null;
  value: number | null;
  sample: string;
}

/** Which score a review is about. */
export interface ScoreTarget {
  evaluator: string | null;
  /** The position of the evaluator, or `combinedPlace`. */
  position: number;
  /** The automated score; null: there is none. */
  original: number | null;
}

/** The automated score of an evaluator, or the combined one. */
export const automatedScore = ({ scores, combined }: AutomatedScores, position: number): number | null =>
  position === combinedPlace ? combined : (scores[position] ?? null);

/**
 * Finds the score that a review is about, in the evaluation that it belongs to.
 *
 * @param scored undefined: no evaluation scored the sample.
 * @throws {ApiError} 422 for an evaluator that the evaluation does not have, and to override what was not scored; 409 to
 *   override the scores of an evaluation that has not completed.
 */
export function scoreTarget(
  scored: ScoredSample | undefined,
  { named, ofTask, value, sample }: OverrideRequest,
): ScoreTarget {
  const evaluator = named ?? ofTask;
  const overrides = value !== null;
  if (!scored) {
    if (overrides) throw nothingToOverride(sample, evaluator);
    return { evaluator, position: combinedPlace, original: null };
  }
  const { evaluatorKeys: keys, status } = scored;
  const position = evaluator === null ? combinedPlace : keys.indexOf(evaluator);
  if (evaluator !== null && position === -1) {
    if (named !== undefined || overrides) throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
    return { evaluator, position: combinedPlace, original: null };
  }
  if (status !== "completed") {
    if (overrides) throw evaluationNotOverridable(scored.id, status);
    return { evaluator, position, original: null };
  }
  const original = automatedScore(scored, position);
  if (overrides && original === null) throw nothingToOverride(sample, evaluator);
  return { evaluator, position, original };
}

/** What the caller has loaded of a sample whose scores a stored review overrides, or no longer does. */
export interface OverrideState {
  /** Id of the evaluation. */
  evaluation: string;
  evaluatorKeys: readonly string[];
  /** The automated results, by the positions of the evaluators. */
  results: readonly SampleResult[];
  /** The automated combined score. */
  combined: number | null;
  /** Where the review overrode a score before it was submitted; undefined: it overrode none. */
  positionBefore: number | undefined;
  /** Every override of the sample that is in force, the review's own included. */
  overrides: readonly ScoreOverride[];
}

/** The effect of an override: the scores of the sample that count now, and the events to emit. */
export interface OverrideDecision {
  effective: EffectiveScores;
  events: readonly ReviewEvent[];
}

/** Decides the effect of a stored review on the scores of its sample. @param position of the score that it is about. */
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
      evaluator: at === combinedPlace ? null : (state.evaluatorKeys[at] ?? null),
      value:
        at === combinedPlace
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
