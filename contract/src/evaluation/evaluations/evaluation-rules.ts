// Rules of a new evaluation beyond its schema, shared by server and mock.
import type { KeyedEvaluator } from "../evaluators/keyed-evaluators.ts";
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import {
  builtInGuidelineSet,
  builtInGuidelineSets,
  type GuidelineSet,
} from "../../domain/evaluators/builtin-guideline-sets.ts";
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { type EvaluatorInput, resolveEvaluator, type ResolvedEvaluator } from "../evaluators/evaluators.ts";
import { evaluatorFaults, evaluatorNotRun } from "./evaluation-refusals.ts";
import { guidelineSetUnknown } from "../guideline-sets/guideline-set-refusals.ts";
import { notFound } from "../../platform/refusals.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";

/** An evaluator as sent, with its weight: as stored and as in responses. */
export type WeighedEvaluatorInput = EvaluatorInput & { weight: number };

/** Adds the default weight of 1; omits null members and secrets. */
export const weighEvaluators = (evaluators: readonly EvaluatorInput[]): WeighedEvaluatorInput[] =>
  // JSON omits undefined members, which validation made from null, and does not change other values.
  JSON.parse(
    JSON.stringify(evaluators.map((input) => ({ ...withoutSecret(input), weight: input.weight ?? 1 }))),
  ) as WeighedEvaluatorInput[];

const withoutSecret = (input: EvaluatorInput): EvaluatorInput =>
  input.type === "custom" ? { ...input, config: { ...input.config, secret: undefined } } : input;

/**
 * The secrets of calls to custom evaluators, as sent.
 *
 * @returns one for each custom evaluator, with its index; null: the workspace's secret.
 */
export const customSecrets = (
  evaluators: readonly EvaluatorInput[],
): { position: number; secret: string | null }[] =>
  evaluators.flatMap((input, position) =>
    input.type === "custom" ? [{ position, secret: input.config.secret ?? null }] : [],
  );

/**
 * Refuses evaluators that cannot run together.
 *
 * @throws {ApiError} 400 for missing or duplicate keys, or if all weights are 0; with the path of each fault.
 */
export function checkEvaluators(evaluators: readonly EvaluatorInput[]): void {
  const errors: FieldError[] = (evaluatorKeys(evaluators).faults ?? []).map(({ path, message }) => ({
    path,
    code: "invalid_value",
    message,
  }));
  if (evaluators.every(({ weight }) => weight === 0)) {
    const message = "The weight of every evaluator is 0; at least one must be above 0.";
    errors.push({ path: "/evaluators", code: "invalid_value", message });
  }
  if (errors.length > 0) throw evaluatorFaults(errors);
}

/** The names of guideline sets in evaluators that are not built in, to look up among the stored ones. */
export const storedSetsNamed = (evaluators: readonly EvaluatorInput[]): string[] => {
  const names = evaluators.flatMap(({ type, config }) =>
    type === "guideline_compliance" ? (config?.guideline_set ?? []) : [],
  );
  return [...new Set(names)].filter((name) => builtInGuidelineSet(name) === undefined);
};

/**
 * Resolves the settings of an evaluation's evaluators. The result contains all input of the scores, so that
 * later changes do not affect the evaluation.
 *
 * @param stored the existing guideline sets of those that `storedSetsNamed` names.
 * @throws {ApiError} 422 for each unknown name in the settings, with its path.
 */
export function resolveEvaluators(
  evaluators: readonly EvaluatorInput[],
  stored: readonly GuidelineSet[],
): ResolvedEvaluator[] {
  const setNamed = (name: string, path: string): GuidelineSet => {
    const set = builtInGuidelineSet(name) ?? stored.find((each) => each.name === name);
    if (!set) throw guidelineSetUnknown(name, builtInGuidelineSets, path);
    return set;
  };
  const faults: FieldError[] = [];
  const resolved = evaluators.flatMap((evaluator, index) => {
    try {
      return resolveEvaluator(evaluator, `/evaluators/${index}/config`, setNamed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(...error.errors);
      return [];
    }
  });
  if (faults.length > 0) throw refusal("reference_not_found", faults);
  return resolved;
}

/** The conditions of an evaluation's figures, besides the code. */
export interface EvaluationConditions {
  dataset: string;
  datasetVersion: number;
  model: string | null;
  evaluators: readonly KeyedEvaluator[];
}

/**
 * The text whose SHA-256 is an evaluation's `manifest_hash`: dataset version, model and evaluators with their
 * resolved settings, in the canonical form of RFC 8785. Equal texts mean equal conditions.
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

/** The index of an evaluator by its key. @throws {ApiError} 400 if the evaluation does not have it. */
export function evaluatorPosition(evaluators: readonly EvaluatorInput[], key: string): number {
  const keys = evaluatorKeys(evaluators).keys ?? [];
  const position = keys.indexOf(key);
  if (position === -1) throw evaluatorNotRun(key, keys);
  return position;
}

/** Requires an evaluation. @throws {ApiError} 404 `not_found` if it does not exist. */
export function existingEvaluation<E>(evaluation: E | undefined, id: string): E {
  if (evaluation === undefined) throw notFound("evaluation", id);
  return evaluation;
}
