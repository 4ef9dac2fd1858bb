// Refusals for requests about scores, used by server and mock.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { evaluatorText, stateText } from "../../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";

/** 409: an evaluation that has not completed has no scores. */
export const scoresNotReady = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Evaluation ${quoted(id)}`, { state: status, requires: ["completed"] }),
  );

/** 400: the period starts at or after its end. */
export const periodEmpty = (start: string, end: string): ApiError =>
  validationFailed([
    {
      path: "query/start_date",
      code: "too_big",
      message: `The period starts at ${start}; it must start before its end, ${end}.`,
    },
  ]);

/** 400: the period is longer than the maximum for one response. */
export const periodTooLong = (days: number, max: number): ApiError =>
  validationFailed([
    {
      path: "query/start_date",
      code: "too_small",
      message: `The period has ${Math.ceil(days)} days; it must have at most ${max}.`,
    },
  ]);

/** 400: a trend has either a named period or dates. */
export const periodWithDates = (period: string): ApiError => {
  const message = `period is ${quoted(period)}; it must be omitted if start_date or end_date is sent.`;
  return validationFailed([{ path: "query/period", code: "invalid_value", message }]);
};

/** 422: the project has no completed evaluation. */
export const nothingCompleted = (project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/project",
      code: "reference_not_found",
      message: `Project ${quoted(project)} has no completed evaluation; it must have at least one. Create evaluations with POST /v1/evaluations.`,
    },
  ]);

/** 422: the evaluation does not belong to the project in the body. */
export const evaluationInOtherProject = (evaluation: string, project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/evaluation",
      code: "reference_not_found",
      message: `Evaluation ${quoted(evaluation)} belongs to project ${quoted(project)}; it must belong to the project of the analysis.`,
    },
  ]);

/**
 * 422: the body has thresholds for evaluators that the evaluation does not have. The error lists these
 * evaluators with their paths.
 */
export const thresholdsNotRun = (unknown: readonly string[], keys: readonly string[]): ApiError =>
  refusal(
    "reference_not_found",
    unknown.map((key): FieldError => ({
      path: jsonPointer(["thresholds", key]),
      code: "reference_not_found",
      message: evaluatorText("A key of thresholds", key, keys),
    })),
  );

/** 400: an evaluator has no effect without groups. */
export const evaluatorWithoutGroups = (evaluator: string): ApiError => {
  const message = `evaluator is ${quoted(evaluator)}; it must be absent unless group_by is set.`;
  return validationFailed([{ path: "query/evaluator", code: "invalid_value", message }]);
};
