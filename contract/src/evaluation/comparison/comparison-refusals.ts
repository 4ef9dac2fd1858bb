// What server and mock refuse when two evaluations are to be compared.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 400: the ids given are not two different ones; `evaluations` and `baseline` taken together. */
export function evaluationsNotTwo(different: readonly string[], repeated: boolean): ApiError {
  const given = repeated
    ? "evaluations names the same evaluation twice"
    : `evaluations and baseline name ${counted(different.length, "evaluation")}`;
  const message = `${given}; a comparison needs exactly two different ones.`;
  return validationFailed([{ path: "/evaluations", code: "invalid_value", message }]);
}

/** 409: an evaluation that has not completed has no scores to compare. */
export const evaluationNotCompleted = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The evaluation ${quoted(id)} is ${status}; only completed ones can be compared.`,
  );

/** 422: metrics that are no evaluator of both evaluations, each with its place. */
export function metricNotShared(
  metrics: readonly string[],
  unknown: readonly string[],
  shared: readonly string[],
): ApiError {
  const known = shared.length === 0 ? "none" : shared.map((key) => quoted(key)).join(", ");
  const errors = metrics.flatMap((metric, index): FieldError[] => {
    const message = `metrics[${index}] is ${quoted(metric)}; the evaluators that both evaluations have are ${known}.`;
    const path = `/metrics/${index}`;
    return unknown.includes(metric) ? [{ path, code: "reference_not_found", message }] : [];
  });
  return refusal("reference_not_found", errors);
}

/** 422: there is no sample that both evaluations scored. */
export function notComparable(baseline: string, candidate: string, caseChanged: number): ApiError {
  const changed =
    caseChanged > 0
      ? ` ${counted(caseChanged, "sample")} of both had another input or expected answer in one than in the other.`
      : "";
  return new ApiError(
    "not_comparable",
    `The evaluations ${quoted(baseline)} and ${quoted(candidate)} have no sample that both scored; samples are matched by id, in different datasets by external_id with the same input and expected answer.${changed}`,
  );
}
