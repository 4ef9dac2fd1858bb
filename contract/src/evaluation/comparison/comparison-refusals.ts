// Refusals of requests to compare two evaluations, used by server and mock.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { quotedList, stateText } from "../../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 400: `evaluations` and `baseline` together do not contain exactly two different evaluations. */
export function evaluationsNotTwo(different: readonly string[], repeated: boolean): ApiError {
  const given = repeated
    ? "evaluations names one evaluation twice"
    : `evaluations and baseline name ${counted(different.length, "evaluation")}`;
  const message = `${given}; it must be exactly two different evaluations.`;
  return validationFailed([{ path: "/evaluations", code: "invalid_value", message }]);
}

/** 409: an evaluation that has not completed has no scores to compare. */
export const evaluationNotCompleted = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Evaluation ${quoted(id)}`, { state: status, requires: ["completed"] }),
  );

/**
 * 422: a requested metric is not an evaluator in both evaluations. The error lists these metrics with their
 * paths.
 */
export function metricNotShared(
  metrics: readonly string[],
  unknown: readonly string[],
  shared: readonly string[],
): ApiError {
  const errors = metrics.flatMap((metric, index): FieldError[] => {
    const message = `metrics[${index}] is ${quoted(metric)}; it must be an evaluator of both evaluations: ${quotedList(shared)}.`;
    const path = `/metrics/${index}`;
    return unknown.includes(metric) ? [{ path, code: "reference_not_found", message }] : [];
  });
  return refusal("reference_not_found", errors);
}

/** 422: no sample was scored in both evaluations. */
export function notComparable(baseline: string, candidate: string, caseChanged: number): ApiError {
  const changed = caseChanged > 0 ? ` ${counted(caseChanged, "sample")} differ in input or answer.` : "";
  return new ApiError(
    "not_comparable",
    `Evaluations ${quoted(baseline)} and ${quoted(candidate)} share no scored sample. Samples match by id, or across datasets by external_id with equal input and expected answer.${changed}`,
  );
}
