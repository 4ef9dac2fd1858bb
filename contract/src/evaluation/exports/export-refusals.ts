// What server and mock refuse of exports.
import { counted } from "../../domain/values/counted.ts";
import { ApiError } from "../../platform/errors.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 409: an evaluation to be exported has not completed. */
export const exportedNotCompleted = (name: string, id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The evaluation ${quoted(name)} (${quoted(id)}) is ${status}; only completed ones can be exported.`,
  );

/** 422: an evaluation to be exported is of another project. */
export const exportedInOtherProject = (evaluation: string, project: string, path: string): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `The evaluation ${quoted(evaluation)} is in the project ${quoted(project)}; it must be in the project of the export.`,
    },
  ]);

/** 409: an export whose file is not there: not yet, not ever, or not any more. */
export function exportNotDownloadable(id: string, status: string): ApiError {
  const what = {
    pending: "is pending; its file is there once it is completed",
    running: "is running; its file is there once it is completed",
    failed: "has failed and has no file; ask for another: POST /v1/scores/export",
    expired: "has expired and its file is deleted; ask for another: POST /v1/scores/export",
  }[status];
  return new ApiError("invalid_state", `The export ${quoted(id)} ${what ?? `is ${status}`}.`);
}

/** 416 with `Content-Range`: the range begins behind the file's end. */
export const rangeNotSatisfiable = (range: string, size: number): ApiError =>
  new ApiError(
    "range_not_satisfiable",
    `The range is ${quoted(range)}; the file has ${counted(size, "byte")}, so it must begin before byte ${size}.`,
    { headers: { "Content-Range": `bytes */${size}` } },
  );
