import { thresholdCrossing } from "../../domain/scores/threshold-crossing.ts";
import type { EvaluationEvent } from "../evaluation-events.ts";

/** A score, with the threshold that a subscription sets for it. */
export interface SubscribedScore {
  evaluator: string;
  score: number;
  threshold: number;
}

/**
 * Returns the scores to compare with an endpoint's thresholds. The scores are sorted by evaluator, so that
 * locks are always taken in the same order.
 */
export const subscribedScores = (
  thresholds: Readonly<Record<string, { below: number }>>,
  scores: ReadonlyMap<string, number>,
): SubscribedScore[] =>
  Object.keys(thresholds)
    .toSorted()
    .flatMap((evaluator) => {
      const score = scores.get(evaluator);
      const threshold = thresholds[evaluator]?.below;
      return score === undefined || threshold === undefined ? [] : [{ evaluator, score, threshold }];
    });

/** Returns the effective mean scores that exist, by evaluator. */
export const presentScores = (
  means: readonly { evaluator: string; mean: number | null }[],
): ReadonlyMap<string, number> =>
  new Map(means.flatMap(({ evaluator, mean }) => (mean === null ? [] : [[evaluator, mean] as const])));

/**
 * Returns the event for a threshold crossing. Returns undefined if the score did not cross the threshold.
 * `previous` is the previously compared score, or null for the first score.
 */
export function crossingEvent(
  { id, project }: { id: string; project: string },
  { previous, ...scored }: SubscribedScore & { previous: number | null },
  at: number,
): EvaluationEvent | undefined {
  const crossing = thresholdCrossing(previous, scored.score, scored.threshold);
  return crossing
    ? { event: "score.threshold_crossed", at, data: { project, evaluation: id, ...scored, ...crossing } }
    : undefined;
}
