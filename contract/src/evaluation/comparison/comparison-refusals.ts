// Refusals of requests to compare two evaluations, used by server and mock.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { quotedList, stateText } from "../../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 400: `evaluations` and `baseline` together do not contain exactly two different evaluations. */
export function evaluationsNotTwo(different: readonly string[], repeated: boolean): ApiError {
  const given = repeated
    ? "evaluations names one evaluation twice; it must name two different evaluations."
    : `evaluations and baseline together name ${counted(different.length, "evaluation")}; they must name exactly two.`;
  const message = `${given}${different.length > 2 ? " Compare several candidates with POST /v1/evaluations/compare/candidates." : ""}`;
  return validationFailed([{ path: "/evaluations", code: "invalid_value", message }]);
}

/** 400: the candidates contain the baseline, or an evaluation twice. */
export const candidatesRepeated = (repeated: readonly { id: string; index: number }[]): ApiError =>
  validationFailed(
    repeated.map(({ id, index }) => ({
      path: `/candidates/${index}`,
      code: "invalid_value",
      message: `candidates[${index}] is ${quoted(id)}; it must differ from baseline and from all earlier candidates.`,
    })),
  );

/** 409: an evaluation that has not completed has no scores to compare. */
export const evaluationNotCompleted = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Evaluation ${quoted(id)}`, { state: status, requires: ["completed"] }),
  );

/**
 * 422: a requested metric is not an evaluator in all compared evaluations. The error lists these metrics with their
 * paths.
 */
export function metricNotShared(
  metrics: readonly string[],
  unknown: readonly string[],
  shared: readonly string[],
): ApiError {
  const errors = metrics.flatMap((metric, index): FieldError[] => {
    const message = `metrics[${index}] is ${quoted(metric)}; it must be one of the evaluators that all compared evaluations share: ${quotedList(shared)}.`;
    const path = `/metrics/${index}`;
    return unknown.includes(metric) ? [{ path, code: "reference_not_found", message }] : [];
  });
  return refusal("reference_not_found", errors);
}

/** 422: no sample was scored in both evaluations. */
export function notComparable({
  baseline,
  candidate,
  caseChanged,
  path,
}: {
  baseline: string;
  candidate: string;
  caseChanged: number;
  /** The candidate's path in the request body; undefined if the request has no list of candidates. */
  path: string | undefined;
}): ApiError {
  const changed = caseChanged > 0 ? ` Changed samples: ${caseChanged}.` : "";
  const message = `No sample was scored in both ${quoted(baseline)} and ${quoted(candidate)}. Samples match by id or, across datasets, by equal external_id, input and expected answer.${changed}`;
  if (path === undefined) return new ApiError("not_comparable", message);
  return refusal("not_comparable", [{ path, code: "not_comparable", message }]);
}

/** 422: each candidate shares scored samples with the baseline, but no sample was scored in all evaluations. */
export const noCommonSamples = (candidates: number): ApiError =>
  refusal("not_comparable", [
    {
      path: "/candidates",
      code: "not_comparable",
      message: `candidates is a list of ${counted(candidates, "evaluation")}; at least one sample must be scored in the baseline and in all of them.`,
    },
  ]);

/** 400: a list of pairs names one evaluation as baseline and candidate. */
export const candidateIsBaseline = (id: string): ApiError =>
  validationFailed([
    {
      path: "query/candidate",
      code: "invalid_value",
      message: `candidate is ${quoted(id)}; it must differ from baseline.`,
    },
  ]);

/** 422: the evaluator of a list of pairs is not one of both evaluations. */
export const evaluatorNotShared = (evaluator: string, shared: readonly string[]): ApiError =>
  refusal("reference_not_found", [
    {
      path: "query/evaluator",
      code: "reference_not_found",
      message: `evaluator is ${quoted(evaluator)}; it must be one of the evaluators that both evaluations share: ${quotedList(shared)}.`,
    },
  ]);

/** 422: an evaluation has too many samples for a comparison. */
export const evaluationTooLarge = (id: string, samples: number, max: number): ApiError =>
  new ApiError(
    "too_large_to_compute",
    `Evaluation ${quoted(id)} has ${samples} samples; it must have at most ${max} to be compared.`,
  );

/** 422: a comparison has too many values. */
export const tooManyComparedValues = (values: number, max: number): ApiError =>
  new ApiError(
    "too_large_to_compute",
    `The comparison has ${values} values (pairs × metrics of all candidates); it must have at most ${max}.`,
  );
