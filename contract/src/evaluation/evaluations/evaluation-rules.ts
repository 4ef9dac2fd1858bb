// Rules of a new evaluation that the server and the mock share beyond its schema.
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

/** An evaluator as it was sent, plus its weight: what is stored and what answers echo. */
export type WeighedEvaluatorInput = EvaluatorInput & { weight: number };

/** Fills in the weight of 1 where none was sent; what was sent as null, and every secret, is left out. */
export const weighEvaluators = (evaluators: readonly EvaluatorInput[]): WeighedEvaluatorInput[] =>
  // JSON leaves out what is undefined, which is what null became, and gives the rest back as it is.
  JSON.parse(
    JSON.stringify(evaluators.map((input) => ({ ...withoutSecret(input), weight: input.weight ?? 1 }))),
  ) as WeighedEvaluatorInput[];

const withoutSecret = (input: EvaluatorInput): EvaluatorInput =>
  input.type === "custom" ? { ...input, config: { ...input.config, secret: undefined } } : input;

/**
 * What calls to custom evaluators are signed with, as it was sent.
 *
 * @returns one for each custom evaluator, with its place; null: the workspace's secret.
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
 * @throws {ApiError} 400 when a key is missing or taken, or all weights are 0; with each fault's place.
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

/** The names of guideline sets that evaluators refer to and that are not built in: these are to be found among the stored. */
export const storedSetsNamed = (evaluators: readonly EvaluatorInput[]): string[] => {
  const names = evaluators.flatMap(({ type, config }) =>
    type === "guideline_compliance" ? (config?.guideline_set ?? []) : [],
  );
  return [...new Set(names)].filter((name) => builtInGuidelineSet(name) === undefined);
};

/**
 * Resolves the settings of an evaluation's evaluators: what comes out is all that scoring needs, so that nothing that
 * is changed later changes the evaluation.
 *
 * @param stored the stored guideline sets that `storedSetsNamed` names, as far as they exist.
 * @throws {ApiError} 422 for everything that settings name and that does not exist, each with its place.
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

/** What an evaluation's figures depend on, besides the code that makes them. */
export interface EvaluationConditions {
  dataset: string;
  datasetVersion: number;
  model: string | null;
  evaluators: readonly KeyedEvaluator[];
}

/**
 * The text whose SHA-256 is an evaluation's `manifest_hash`: dataset version, model and evaluators with their settings
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

/** The position of an evaluator by its key. @throws {ApiError} 400 when the evaluation has no such evaluator. */
export function evaluatorPosition(evaluators: readonly EvaluatorInput[], key: string): number {
  const keys = evaluatorKeys(evaluators).keys ?? [];
  const position = keys.indexOf(key);
  if (position === -1) throw evaluatorNotRun(key, keys);
  return position;
}

/** An evaluation that was looked up. @throws {ApiError} 404 `not_found` when there is none. */
export function existingEvaluation<E>(evaluation: E | undefined, id: string): E {
  if (evaluation === undefined) throw notFound("evaluation", id);
  return evaluation;
}
