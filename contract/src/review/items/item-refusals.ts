// Refusals for requests about the samples of a review task.
import { ApiError } from "../../platform/errors.ts";
import { idInPath, notFoundText, stateText } from "../../platform/validation/refusal-texts.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: the task does not contain the sample. */
export const sampleOfTaskNotFound = (sample: string, task: string): ApiError =>
  new ApiError(
    "not_found",
    notFoundText(
      `Sample ${quoted(sample)} of review task ${quoted(task)}`,
      `List its samples with GET /v1/reviews/tasks/${idInPath(task)}/samples`,
    ),
  );

/** 409: the task hides nothing that could be revealed. */
export const taskNotBlind = (task: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Review task ${quoted(task)}`, { state: "not blind", requires: ["blind"] }),
  );
