// Refusals of samples and outputs, one by one and by the file.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { cut, quoted } from "../../wire/http/quote.ts";

/** The fault of one output of a batch or a file that names an unknown sample, by `sample` or by `external_id`. */
export const outputsSampleUnknown = (path: string, value: string, line?: number): FieldError => ({
  path,
  code: "reference_not_found",
  message: `The dataset has no sample ${quoted(value)}; GET /v1/datasets/{id}/samples lists those there are.`,
  ...(line !== undefined && { line }),
});

/**
 * The fault of an output whose sample has one already in the same request.
 *
 * @param first where that one is: a line of the file, or a path into the body.
 */
export function outputsSampleRepeated(first: number | string, place: FaultPlace): FieldError {
  const member = place.path.slice(place.path.lastIndexOf("/") + 1);
  const where = typeof first === "number" ? `line ${first}` : first;
  const message = `${member} names the same sample as ${where}; each sample may have one output.`;
  return { ...place, code: "repeated", message };
}

/** 400: a file of outputs says for no model what they are. */
export const outputsModelMissing = (): ApiError =>
  validationFailed([
    {
      path: "query/model",
      code: "required",
      message: "model is missing; with JSON Lines the query must name the model that gave the outputs.",
    },
  ]);

/** 400: the query names a model although the body is JSON, which names its own. */
export const outputsModelTwice = (model: string): ApiError =>
  validationFailed([
    {
      path: "query/model",
      code: "unknown_field",
      message: `model is ${quoted(model)}; the query names a model only for JSON Lines, a JSON body holds its own.`,
    },
  ]);

/** 422: a file names samples that the dataset has not; 400: it names samples twice. Nothing was written. */
export const outputsRefused = (
  code: "reference_not_found" | "validation_failed",
  { failed, total }: { failed: number; total: number },
  errors: readonly FieldError[],
): ApiError => refusedImport(code, `${failed} of ${counted(total, "output")} cannot be stored`, errors);

/** Where a fault is: a path into the body or the row, and the line of an imported file. */
export interface FaultPlace {
  path: string;
  line?: number;
}

/** The fault of a sample whose external id the dataset has already. */
export const externalIdTaken = (externalId: string, place: FaultPlace): FieldError => ({
  ...place,
  code: "conflict",
  message: `external_id is ${quoted(externalId)}, which the dataset has already; it must be new, or be imported with mode=append or mode=update.`,
});

/**
 * The fault of a sample whose external id occurs earlier in the same request.
 *
 * @param first where it occurs first: a line of the file, or a path into the body.
 */
export const externalIdRepeated = (
  externalId: string,
  first: number | string,
  place: FaultPlace,
): FieldError => ({
  ...place,
  code: "repeated",
  message: `external_id is ${quoted(externalId)}, as it is ${typeof first === "number" ? `on line ${first}` : `at ${cut(first, 100)}`}; it must occur only once.`,
});

/** 400: rows of an import are faulty and nothing was written. */
export const importRefused = (failed: number, total: number, errors: readonly FieldError[]): ApiError =>
  refusedImport("validation_failed", `${failed} of ${counted(total, "row")} cannot be taken`, errors);

/** 409: samples of a batch or rows of a file clash with each other or with stored samples and nothing was written. */
export const importConflict = (errors: readonly FieldError[]): ApiError =>
  refusedImport("conflict", `${counted(errors.length, "sample")} cannot be added`, errors);

function refusedImport(
  code: "validation_failed" | "conflict" | "reference_not_found",
  what: string,
  errors: readonly FieldError[],
): ApiError {
  const first = refusal(code, errors.slice(0, 1));
  return new ApiError(code, `${what}, so nothing was written; the first: ${first.message}`, {
    errors: errors.slice(0, 100),
  });
}

/** 400: a version of a dataset that does not exist yet. */
export const versionBeyond = (given: number, present: number): ApiError =>
  refusal("validation_failed", [
    {
      path: "query/version",
      code: "too_big",
      message: `version is ${given}; the dataset is at version ${present}, so it must be at most that.`,
    },
  ]);
