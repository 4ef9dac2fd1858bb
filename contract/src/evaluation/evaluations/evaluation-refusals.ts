// Refusals for requests about evaluations and their results.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { evaluatorText, quotedList, stateText } from "../../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 422: the evaluation would have no samples. */
export const noSamples = (): ApiError =>
  new ApiError(
    "no_samples",
    "The evaluation has no samples. Add samples to the dataset, or change sample_filter.",
  );

/** 422: the dataset of a new evaluation belongs to a different project. */
export const datasetInOtherProject = (dataset: string, project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/dataset",
      code: "reference_not_found",
      message: `Dataset ${quoted(dataset)} belongs to project ${quoted(project)}; it must belong to the project of the evaluation.`,
    },
  ]);

/** 400: a query contains the key of an evaluator that the evaluation does not have. */
export const evaluatorNotRun = (key: string, keys: readonly string[]): ApiError =>
  validationFailed([
    { path: "query/evaluator", code: "invalid_value", message: evaluatorText("evaluator", key, keys) },
  ]);

/** 400: results can be listed in order of score for one evaluator only, and the evaluation has several. */
export const evaluatorToOrderBy = (keys: readonly string[]): ApiError => {
  const message = `evaluator is required: if order is score, it must be one of ${quotedList(keys)}.`;
  return validationFailed([{ path: "query/evaluator", code: "required", message }]);
};

/** 400: results without a score cannot be listed in order of score. */
export const unscoredByScore = (status: string): ApiError => {
  const message = `status is ${quoted(status)}; it must be "scored" with order=score, because only scored results have a score.`;
  return validationFailed([{ path: "query/status", code: "invalid_value", message }]);
};

/** 409: an evaluation that is completed, failed or cancelled cannot be cancelled. */
export const evaluationFinished = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Evaluation ${quoted(id)}`, { state: status, requires: ["pending", "running"] }),
  );

/**
 * 400: the evaluators cannot run together, for example because two have the same key or all weights are 0.
 */
export const evaluatorFaults = (faults: readonly FieldError[]): ApiError => validationFailed(faults);

/** 400: an evaluation of the samples' own outputs has several runs. */
export const runsWithoutModel = (runs: number): ApiError =>
  validationFailed([
    {
      path: "/runs",
      code: "too_big",
      message: `runs is ${runs}; it must be 1 without a model, because the samples' own outputs have one run.`,
    },
  ]);

/** 400: `as_of` is in the future. */
export const asOfInFuture = (value: string): ApiError =>
  validationFailed([
    { path: "/as_of", code: "too_big", message: `as_of is ${quoted(value)}; it must not be in the future.` },
  ]);

/** Returns 400 if routing names evaluators that the evaluation does not have, and undefined otherwise. */
export function routedEvaluatorsUnknown(
  named: readonly string[] | undefined,
  known: readonly string[],
): ApiError | undefined {
  const faults = (named ?? []).flatMap((evaluator, index): FieldError[] => {
    const message = evaluatorText(`evaluators[${index}]`, evaluator, known);
    const path = `/routing/evaluators/${index}`;
    return known.includes(evaluator) ? [] : [{ path, code: "invalid_value", message }];
  });
  return faults.length > 0 ? validationFailed(faults) : undefined;
}
