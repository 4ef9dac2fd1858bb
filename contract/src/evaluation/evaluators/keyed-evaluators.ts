import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import { type SafetyOutcome, safetyOverRuns } from "../../domain/comparison/safety.ts";
import type { BoundEvaluator } from "./bound-evaluator.ts";
import { bindEvaluator, type EvaluatorInput, type ResolvedEvaluator } from "./evaluators.ts";

/** One of an evaluation's evaluators, ready to score samples. */
export interface KeyedEvaluator {
  /** The evaluator's key in results: its `name`, or else its type. */
  key: string;
  weight: number;
  bound: BoundEvaluator;
}

/**
 * Assigns each of an evaluation's evaluators its key, weight and rule.
 *
 * @param evaluators the validated evaluators, as sent.
 * @param resolved the resolved settings of each evaluator, in the same order.
 */
export function keyEvaluators(
  evaluators: readonly EvaluatorInput[],
  resolved: readonly ResolvedEvaluator[],
): KeyedEvaluator[] {
  const { keys } = evaluatorKeys(evaluators);
  return resolved.map((evaluator, index) => ({
    key: keys?.[index] ?? evaluator.type,
    weight: evaluators[index]?.weight ?? 1,
    bound: bindEvaluator(evaluator),
  }));
}

/**
 * Returns a sample's outcomes in the safety checks, by evaluator index.
 *
 * @param tallies for each evaluator, the tallies of the sample's runs; null or absent if they are not known.
 */
export const safetyOutcomes = (
  evaluators: readonly KeyedEvaluator[],
  tallies: readonly (readonly (string | null)[])[],
): SafetyOutcome[] =>
  evaluators.map(({ bound }, index) =>
    safetyOverRuns(
      (tallies[index] ?? []).map((tally) => (tally === null ? {} : (bound.safety?.(tally) ?? {}))),
    ),
  );
