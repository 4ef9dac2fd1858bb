// Rules for new evaluations that schemas cannot express. Server and mock share these rules.
import type { KeyedEvaluator } from "../evaluators/keyed-evaluators.ts";
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import {
  builtInGuidelineSet,
  builtInGuidelineSets,
  type GuidelineSet,
} from "../../domain/evaluators/builtin-guideline-sets.ts";
import type { MissingOutputOption } from "../../domain/evaluators/missing-output.ts";
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { type EvaluatorInput, resolveEvaluator, type ResolvedEvaluator } from "../evaluators/evaluators.ts";
import type { ResultsQuery } from "./evaluation-result.ts";
import {
  evaluatorFaults,
  evaluatorNotRun,
  evaluatorToOrderBy,
  unscoredByScore,
} from "./evaluation-refusals.ts";
import { guidelineSetUnknown } from "../guideline-sets/guideline-set-refusals.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";

/** An evaluator as sent, with its weight. This form is stored and returned. */
export type WeighedEvaluatorInput = EvaluatorInput & { weight: number };

/** Adds the default weight of 1, and omits null members and secrets. */
export const weighEvaluators = (evaluators: readonly EvaluatorInput[]): WeighedEvaluatorInput[] =>
  // Validation has converted null to undefined. JSON omits undefined members and does not change other
  // values.
  JSON.parse(
    JSON.stringify(evaluators.map((input) => ({ ...withoutSecret(input), weight: input.weight ?? 1 }))),
  ) as WeighedEvaluatorInput[];

const withoutSecret = (input: EvaluatorInput): EvaluatorInput =>
  input.type === "custom" ? { ...input, config: { ...input.config, secret: undefined } } : input;

/**
 * Returns the secrets that sign calls to custom evaluators, as sent.
 *
 * @returns one item for each custom evaluator, with its index. The secret is null if the evaluator uses the
 *   workspace's secret.
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
 * @throws {ApiError} 400 for missing or duplicate keys, or if all weights are 0. The error contains the path
 *   of each fault.
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

/**
 * Returns the names of the guideline sets that evaluators use, without the built-in sets. The caller uses the
 * names to load the stored sets.
 */
export const storedSetsNamed = (evaluators: readonly EvaluatorInput[]): string[] => {
  const names = evaluators.flatMap(({ type, config }) =>
    type === "guideline_compliance" ? (config?.guideline_set ?? []) : [],
  );
  return [...new Set(names)].filter((name) => builtInGuidelineSet(name) === undefined);
};

/**
 * Resolves the settings of an evaluation's evaluators. The result contains everything that determines the
 * scores, so that later changes to the referenced objects do not affect the evaluation.
 *
 * @param stored the stored guideline sets that have a name from `storedSetsNamed`.
 * @param missingOutput the evaluation's setting for missing outputs.
 * @throws {ApiError} 422 for each unknown name in the settings, with its path.
 */
export function resolveEvaluators(
  evaluators: readonly EvaluatorInput[],
  stored: readonly GuidelineSet[],
  missingOutput: MissingOutputOption,
): ResolvedEvaluator[] {
  const setNamed = (name: string, path: string): GuidelineSet => {
    const set = builtInGuidelineSet(name) ?? stored.find((each) => each.name === name);
    if (!set) throw guidelineSetUnknown(name, builtInGuidelineSets, path);
    return set;
  };
  const faults: FieldError[] = [];
  const resolved = evaluators.flatMap((evaluator, index) => {
    try {
      return resolveEvaluator(evaluator, { path: `/evaluators/${index}/config`, missingOutput, setNamed });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.push(...error.errors);
      return [];
    }
  });
  if (faults.length > 0) throw refusal("reference_not_found", faults);
  return resolved;
}

/** The inputs that determine an evaluation's figures, apart from the version of the code. */
export interface EvaluationConditions {
  dataset: string;
  datasetVersion: number;
  model: string | null;
  runs: number;
  evaluators: readonly KeyedEvaluator[];
}

/**
 * Returns the string whose SHA-256 hash is an evaluation's `manifest_hash`: dataset version, model, number of runs
 * (if there are several) and evaluators with their resolved settings, in the canonical form of RFC 8785. Equal
 * strings mean equal conditions.
 */
export function evaluationManifest({
  dataset,
  datasetVersion,
  model,
  runs,
  evaluators,
}: EvaluationConditions): string {
  return canonicalize({
    dataset,
    dataset_version: datasetVersion,
    model,
    ...(runs > 1 && { runs }),
    evaluators: evaluators.map(({ key, weight, bound }) => ({
      key,
      type: bound.type,
      config: bound.config,
      weight,
    })),
  });
}

/**
 * Returns an evaluator's index by its key.
 *
 * @throws {ApiError} 400 if the evaluation does not have the evaluator.
 */
export function evaluatorPosition(evaluators: readonly EvaluatorInput[], key: string): number {
  const keys = evaluatorKeys(evaluators).keys ?? [];
  const position = keys.indexOf(key);
  if (position === -1) throw evaluatorNotRun(key, keys);
  return position;
}

/** The results that a query selects, and their order. */
export interface ResultSelection {
  /** Index of the evaluator whose results are listed; undefined for all evaluators. */
  evaluator: number | undefined;
  status: ResultsQuery["status"];
  /** Whether the lowest automated score comes first. If so, `evaluator` and `status` are set. */
  worstFirst: boolean;
}

/**
 * Returns the results that a query selects.
 *
 * @throws {ApiError} 400 if the evaluation does not have the evaluator, or if the order needs one evaluator
 *   or scored results and the query selects others.
 */
export function selectedResults(
  evaluators: readonly EvaluatorInput[],
  { evaluator: key, status, order }: ResultsQuery,
): ResultSelection {
  const evaluator = key === undefined ? undefined : evaluatorPosition(evaluators, key);
  if (order === "dataset") return { evaluator, status, worstFirst: false };
  if (evaluator === undefined && evaluators.length > 1)
    throw evaluatorToOrderBy(evaluatorKeys(evaluators).keys ?? []);
  if (status !== undefined && status !== "scored") throw unscoredByScore(status);
  return { evaluator: evaluator ?? 0, status: "scored", worstFirst: true };
}
