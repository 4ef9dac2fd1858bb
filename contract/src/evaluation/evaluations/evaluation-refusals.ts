// Refusals of evaluations and their results.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 422: there is nothing to evaluate. */
export const noSamples = (): ApiError =>
  new ApiError(
    "no_samples",
    "There is no sample to evaluate: the dataset is empty, or sample_filter leaves none of it.",
  );

/** 422: a new evaluation names a project and a dataset that lies in another one. */
export const datasetInOtherProject = (dataset: string, project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/dataset",
      code: "reference_not_found",
      message: `The dataset ${quoted(dataset)} is in the project ${quoted(project)}; it must be in the project of the evaluation.`,
    },
  ]);

/** 400: results are asked of an evaluator that the evaluation does not have. */
export const evaluatorNotRun = (key: string, keys: readonly string[]): ApiError =>
  validationFailed([
    {
      path: "query/evaluator",
      code: "invalid_value",
      message: `evaluator is ${quoted(key)}; this evaluation has ${keys.map((known) => quoted(known)).join(", ")}.`,
    },
  ]);

/** 409: an evaluation that has ended cannot be cancelled. */
export const evaluationFinished = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The evaluation ${quoted(id)} is ${status}; only a pending or running one can be cancelled.`,
  );

/** 400: faults of the evaluators taken together, such as two without a name or weights that are all 0. */
export const evaluatorFaults = (faults: readonly FieldError[]): ApiError => validationFailed(faults);

/** 400: `as_of` lies in the future. */
export const asOfInFuture = (value: string): ApiError =>
  validationFailed([
    { path: "/as_of", code: "too_big", message: `as_of is ${quoted(value)}; it must not be in the future.` },
  ]);

/** 400: routing goes by evaluators that the evaluation does not have, each of them named; undefined when it has all. */
export function routedEvaluatorsUnknown(
  named: readonly string[] | undefined,
  known: readonly string[],
): ApiError | undefined {
  const faults = (named ?? []).flatMap((evaluator, index): FieldError[] =>
    known.includes(evaluator)
      ? []
      : [
          {
            path: `/routing/evaluators/${index}`,
            code: "invalid_value",
            message: `evaluators[${index}] is ${quoted(evaluator)}; this evaluation has ${known.map((key) => quoted(key)).join(", ")}.`,
          },
        ],
  );
  return faults.length > 0 ? validationFailed(faults) : undefined;
}
