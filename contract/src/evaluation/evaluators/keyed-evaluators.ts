import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import type { BoundEvaluator } from "./bound-evaluator.ts";
import { bindEvaluator, type EvaluatorInput, type ResolvedEvaluator } from "./evaluators.ts";

/** One of an evaluation's evaluators, ready to evaluate. */
export interface KeyedEvaluator {
  /** Its key in results: its `name`, or its type. */
  key: string;
  weight: number;
  bound: BoundEvaluator;
}

/**
 * Assigns each evaluator of an evaluation its key, its weight and its rule.
 *
 * @param evaluators as sent, validated.
 * @param resolved the settings of each, in the same order.
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
