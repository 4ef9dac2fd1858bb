// Rules of a new evaluation that the server and the mock share beyond its schema.
import { evaluatorKeys } from "./domain/evaluation-keys.ts";
import type { FieldError } from "./errors.ts";
import { bindEvaluator, type BoundEvaluator, type EvaluatorInput } from "./evaluators.ts";
import { evaluatorFaults } from "./refusals.ts";
import { canonicalize } from "./wire/canonical-json.ts";

/** An evaluator as it was sent, plus its weight: what is stored and what answers echo. */
export type WeighedEvaluatorInput = EvaluatorInput & { weight: number };

/** One of an evaluation's evaluators, ready to judge. */
export interface KeyedEvaluator {
  /** Names it in results: its `name`, or its type. */
  key: string;
  weight: number;
  bound: BoundEvaluator;
}

/** Fills in the weight of 1 where none was sent; what was sent as null is left out. */
export const weighEvaluators = (evaluators: readonly EvaluatorInput[]): WeighedEvaluatorInput[] =>
  // JSON leaves out what is undefined, which is what null became, and gives the rest back as it is.
  JSON.parse(
    JSON.stringify(evaluators.map((input) => ({ ...input, weight: input.weight ?? 1 }))),
  ) as WeighedEvaluatorInput[];

/**
 * Gives each evaluator of an evaluation its key, its weight and its rule.
 *
 * @throws {ApiError} 400 when a key is missing or taken, or all weights are 0; with each fault's place.
 */
export function keyEvaluators(evaluators: readonly EvaluatorInput[]): KeyedEvaluator[] {
  const { keys, faults } = evaluatorKeys(evaluators);
  const errors: FieldError[] = (faults ?? []).map(({ path, message }) => ({
    path,
    code: "invalid_value",
    message,
  }));
  if (evaluators.every(({ weight }) => weight === 0)) {
    const message = "The weight of every evaluator is 0; at least one must be above 0.";
    errors.push({ path: "/evaluators", code: "invalid_value", message });
  }
  if (errors.length > 0) throw evaluatorFaults(errors);
  return evaluators.map((evaluator, index) => ({
    key: keys?.[index] ?? evaluator.type,
    weight: evaluator.weight ?? 1,
    bound: bindEvaluator(evaluator),
  }));
}

/** What an evaluation's figures depend on, besides the code that makes them. */
export interface EvaluationConditions {
  dataset: string;
  datasetVersion: number;
  model: string | null;
  evaluators: readonly KeyedEvaluator[];
}

/**
 * The text whose SHA-256 is an evaluation's `manifest_hash`: data set version, model and evaluators with their settings
 * resolved, in the canonical form of RFC 8785. Equal texts, equal conditions.
 */
export function evaluationManifest({
  dataset,
  datasetVersion,
  model,
  evaluators,
}: EvaluationConditions): string {
  return canonicalize({
    dataset,
    dataset_version: datasetVersion,
    model,
    evaluators: evaluators.map(({ key, weight, bound }) => ({
      key,
      type: bound.type,
      config: bound.config,
      weight,
    })),
  });
}
