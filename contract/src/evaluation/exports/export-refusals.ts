// Refusals for requests about exports, used by server and mock.
import { ApiError } from "../../platform/errors.ts";
import { stateText } from "../../platform/validation/refusal-texts.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 409: an evaluation to export has not completed. */
export const exportedNotCompleted = (name: string, id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Evaluation ${quoted(name)} (${quoted(id)})`, { state: status, requires: ["completed"] }),
  );

/** 422: an evaluation to export belongs to a different project. */
export const exportedInOtherProject = (evaluation: string, project: string, path: string): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `Evaluation ${quoted(evaluation)} belongs to project ${quoted(project)}; it must belong to the project of the export.`,
    },
  ]);

/** 409: the file of an export is not written yet, was never written, or has been deleted. */
export function exportNotDownloadable(id: string, status: string): ApiError {
  const next = {
    pending: "Wait until it is completed",
    running: "Wait until it is completed",
    failed: "Create a new export with POST /v1/scores/export",
    expired: "Create a new export with POST /v1/scores/export",
  }[status];
  return new ApiError(
    "invalid_state",
    stateText(`Export ${quoted(id)}`, { state: status, requires: ["completed"] }, next),
  );
}

/** 416 with `Content-Range`: the requested range starts after the end of the file. */
export const rangeNotSatisfiable = (range: string, size: number): ApiError =>
  new ApiError(
    "range_not_satisfiable",
    `Range is ${quoted(range)}; it must start before byte ${size}, the size of the file.`,
    { headers: { "Content-Range": `bytes */${size}` } },
  );
