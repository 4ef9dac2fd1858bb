import { thresholdCrossing } from "../../domain/scores/threshold-crossing.ts";
import type { EvaluationEvent } from "../evaluation-events.ts";

/** A score with the threshold of a subscription. */
export interface SubscribedScore {
  evaluator: string;
  score: number;
  threshold: number;
}

/**
 * The scores to compare with an endpoint's thresholds, by evaluator; sorted, so that locks are always taken
 * in one order.
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

/** The existing effective mean scores, by evaluator. */
export const presentScores = (
  means: readonly { evaluator: string; mean: number | null }[],
): ReadonlyMap<string, number> =>
  new Map(means.flatMap(({ evaluator, mean }) => (mean === null ? [] : [[evaluator, mean] as const])));

/** The event of a threshold crossing; undefined without one. `previous` is null for a first score. */
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
