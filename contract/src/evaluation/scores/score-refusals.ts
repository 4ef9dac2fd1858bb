// What server and mock refuse when scores are asked for.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 409: an evaluation that has not completed has no scores. */
export const scoresNotReady = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The evaluation ${quoted(id)} is ${status}; only completed ones have scores.`,
  );

/** 400: the period begins after it is over. */
export const periodEmpty = (start: string, end: string): ApiError =>
  validationFailed([
    {
      path: "query/start_date",
      code: "too_big",
      message: `The period begins at ${start} and is over at ${end}; start_date must lie before its end.`,
    },
  ]);

/** 400: the period is longer than one answer covers. */
export const periodTooLong = (days: number, most: number): ApiError =>
  validationFailed([
    {
      path: "query/start_date",
      code: "too_small",
      message: `The period has ${Math.ceil(days)} days; it must have at most ${most}.`,
    },
  ]);

/** 422: the project has no completed evaluation. */
export const nothingCompleted = (project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/project",
      code: "reference_not_found",
      message: `The project ${quoted(project)} has no completed evaluation; there must be one to analyze.`,
    },
  ]);

/** 422: the evaluation belongs to another project than the one named. */
export const evaluationInOtherProject = (evaluation: string, project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/evaluation",
      code: "reference_not_found",
      message: `The evaluation ${quoted(evaluation)} is in the project ${quoted(project)}; it must be in the project of the analysis.`,
    },
  ]);

/** 422: thresholds of evaluators that the evaluation does not have, each with its place. */
export function thresholdsNotRun(unknown: readonly string[], keys: readonly string[]): ApiError {
  const known = keys.map((key) => quoted(key)).join(", ");
  return refusal(
    "reference_not_found",
    unknown.map((key): FieldError => ({
      path: `/thresholds/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      code: "reference_not_found",
      message: `thresholds names ${quoted(key)}; the evaluators of the evaluation are ${known}.`,
    })),
  );
}
