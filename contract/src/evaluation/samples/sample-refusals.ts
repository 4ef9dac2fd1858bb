// Refusals about samples and outputs in single requests, batches and files.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { cut, quoted } from "../../wire/http/quote.ts";

/**
 * The fault of an output whose `sample` or `external_id` references an unknown sample. The output is in a
 * batch or a file.
 */
export const outputsSampleUnknown = (path: string, value: string, line?: number): FieldError => ({
  path,
  code: "reference_not_found",
  message: `Sample ${quoted(value)} not found in the dataset. List samples with GET /v1/datasets/{id}/samples.`,
  ...(line !== undefined && { line }),
});

/**
 * The fault of an output whose sample already has an output for the same run in the same request.
 *
 * @param first position of the first output: a line in the file, or a path in the body.
 */
export function outputsSampleRepeated(
  { first, run }: { first: number | string; run: number },
  place: FaultPlace,
): FieldError {
  const member = place.path.slice(place.path.lastIndexOf("/") + 1);
  const where = typeof first === "number" ? `line ${first}` : first;
  const message = `${member} names the same sample as ${where}, and run is ${run} in both; each sample must occur only once per run.`;
  return { ...place, code: "repeated", message };
}

/** 400: the query for a file of outputs does not contain the model. */
export const outputsModelMissing = (): ApiError =>
  validationFailed([
    {
      path: "query/model",
      code: "required",
      message:
        "model is required: if the body is a file, the query must name the model that produced the outputs.",
    },
  ]);

/** 400: the query contains a model although the body is JSON, which contains the model itself. */
export const outputsModelTwice = (model: string): ApiError =>
  validationFailed([
    {
      path: "query/model",
      code: "unknown_field",
      message: `model is ${quoted(model)} in the query, but the body is JSON; it must be a member of the body.`,
    },
  ]);

/** 400: the query contains an option for files although the body is JSON. */
export const outputsOptionUnused = (option: string, value: unknown): ApiError =>
  validationFailed([
    {
      path: `query/${option}`,
      code: "unknown_field",
      message: `${option} is ${quoted(value)}; it must be absent, because the body is JSON and not a file.`,
    },
  ]);

/**
 * 422 if a file references samples that are not in the dataset; 400 if it references a sample twice. Nothing
 * was stored.
 */
export const outputsRefused = (
  code: "reference_not_found" | "validation_failed",
  { failed, total }: { failed: number; total: number },
  errors: readonly FieldError[],
): ApiError => refusedImport(code, `${failed} of ${counted(total, "output")} cannot be stored`, errors);

/** Position of a fault: a path in the body or the row, and the line in an imported file. */
export interface FaultPlace {
  path: string;
  line?: number;
}

/** The fault of a sample whose external id already exists in the dataset. */
export const externalIdTaken = (externalId: string, place: FaultPlace): FieldError => ({
  ...place,
  code: "conflict",
  message: `external_id is ${quoted(externalId)}, which already exists in the dataset; it must be new unless the import sets mode=append or mode=update.`,
});

/**
 * The fault of a sample whose external id occurs earlier in the same request.
 *
 * @param first position of the first occurrence: a line in the file, or a path in the body.
 */
export const externalIdRepeated = (
  externalId: string,
  first: number | string,
  place: FaultPlace,
): FieldError => ({
  ...place,
  code: "repeated",
  message: `external_id is ${quoted(externalId)}, which ${typeof first === "number" ? `line ${first}` : cut(first, 100)} already contains; it must be unique in the request.`,
});

/** 400: rows in an import are invalid. Nothing was stored. */
export const importRefused = (failed: number, total: number, errors: readonly FieldError[]): ApiError =>
  refusedImport("validation_failed", `${failed} of ${counted(total, "row")} cannot be imported`, errors);

/**
 * 409: samples in a batch or rows in a file conflict with each other or with stored samples. Nothing was
 * stored.
 */
export const importConflict = (errors: readonly FieldError[]): ApiError =>
  refusedImport("conflict", `${counted(errors.length, "sample")} cannot be added`, errors);

function refusedImport(
  code: "validation_failed" | "conflict" | "reference_not_found",
  summary: string,
  errors: readonly FieldError[],
): ApiError {
  const first = refusal(code, errors.slice(0, 1));
  return new ApiError(code, `${summary}; nothing was written. First error: ${first.message}`, {
    errors: errors.slice(0, 100),
  });
}

/** 400: the requested version of a dataset does not exist yet. */
export const versionBeyond = (given: number, present: number): ApiError =>
  refusal("validation_failed", [
    {
      path: "query/version",
      code: "too_big",
      message: `version is ${given}; it must be at most ${present}, the current version of the dataset.`,
    },
  ]);
