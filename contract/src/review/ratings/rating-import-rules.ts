// Rules for an import of ratings as a whole: who may import, into which rubric, and which faults stop the import.
import { importRefused, outputsSampleUnknown } from "../../evaluation/samples/sample-refusals.ts";
import { type FileReading, refuseEmptyFile } from "../../evaluation/samples/import-rules.ts";
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { projectRestricted, referenceNotFound } from "../../platform/refusals.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { inOtherProject } from "../review-refusals.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import type { ImportRatingsQuery } from "./rating-imports.ts";
import { isBlank, raterName } from "./rater-names.ts";
import {
  importerIsReviewer,
  raterColumnBlank,
  raterColumnRepeated,
  unknownDimension,
  wideParameterMissing,
} from "./rating-refusals.ts";

/**
 * Refuses callers and options that no file can satisfy.
 *
 * @param caller.reviewer the reviewer of the API key. @param caller.projects the projects of a restricted API key.
 * @throws {ApiError} 403 for the API key of a reviewer, and if an API key with project restrictions creates reviewers;
 *   400 for incomplete parameters of a wide table, and for blank or repeated columns of raters.
 */
export function refuseImporter(
  { reviewer, projects }: { reviewer: string | null; projects: readonly string[] | null },
  { create_reviewers: creates = false, dimension, raters }: ImportRatingsQuery,
): void {
  if (reviewer !== null) throw importerIsReviewer();
  if (creates && projects !== null) throw projectRestricted();
  if (dimension === undefined && raters === undefined) return;
  if (dimension === undefined) throw wideParameterMissing("dimension");
  if (raters === undefined) throw wideParameterMissing("raters");
  const names = raters.map(raterName);
  for (const [index, name] of raters.entries()) {
    if (isBlank(name)) throw raterColumnBlank(name, index);
    const first = names.indexOf(raterName(name));
    if (first < index) throw raterColumnRepeated(name, index, first);
  }
}

/**
 * Requires the rubric of an import.
 *
 * @throws {ApiError} 422 if the rubric is inaccessible; 400 if it does not have the dimension of a wide table.
 */
export function requireRatedRubric(
  rubric: RubricRecord | undefined,
  { rubric: named, dimension }: ImportRatingsQuery,
): RubricRecord {
  if (!rubric) throw referenceNotFound("rubric", named, "query/rubric");
  const known = rubric.dimensions.map(({ id }) => id);
  if (dimension !== undefined && !known.includes(dimension))
    throw validationFailed([unknownDimension("query/dimension", dimension, known)]);
  return rubric;
}

/**
 * Requires the dataset of an import.
 *
 * @throws {ApiError} 422 if the dataset is inaccessible, or if the rubric is in another project.
 */
export function requireRatedDataset<D extends { project: string }>(
  dataset: D | undefined,
  rubric: RubricRecord,
  { dataset: named }: ImportRatingsQuery,
): D {
  if (!dataset) throw referenceNotFound("dataset", named, "query/dataset");
  if (rubric.project !== dataset.project)
    throw inOtherProject("query/rubric", `Rubric ${JSON.stringify(rubric.id)}`, dataset.project);
  return dataset;
}

/** The refused rows of an import: their number, and the first faults. */
export interface RefusedRows {
  failed: number;
  errors: readonly FieldError[];
}

/** Returns the fault of a row whose sample is not in the dataset. */
export const unknownRatedSample = ({
  line,
  path,
  sample,
  externalId,
}: {
  line: number;
  path: string;
  sample: string | null;
  externalId: string | null;
}): FieldError =>
  outputsSampleUnknown(
    `${path}/${sample === null ? "external_id" : "sample"}`,
    sample ?? externalId ?? "",
    line,
  );

/** Adds refused rows. Of the faults, only those stay that a response lists: the first ones, by line. */
export function addRefused(one: RefusedRows, other: RefusedRows): { failed: number; errors: FieldError[] } {
  const errors = [...one.errors, ...other.errors].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { failed: one.failed + other.failed, errors: errors.slice(0, limits.importErrorsListed) };
}

/**
 * Refuses an import without rows or with refused rows.
 *
 * @param failed number of all refused rows, including those of the file.
 * @throws {ApiError} 400 if the file has no rows; if rows are refused and the import aborts on errors; or if the rest of
 *   the file is unreadable.
 */
export function refuseRatings(
  file: FileReading,
  { failed, errors }: RefusedRows,
  { on_error: onError }: Pick<ImportRatingsQuery, "on_error">,
): void {
  refuseEmptyFile(file);
  if (file.broken || (failed > 0 && onError === "abort"))
    throw importRefused(failed, file.rows + file.failed, errors);
}

/** The counts and tasks of a completed import of ratings. */
export interface RatingsStored {
  tasks: readonly string[];
  inserted: number;
  updated: number;
  unchanged: number;
  reviewersCreated: number;
}

/** Returns the response to an import of ratings. */
export const ratingsToWire = (
  { reviewersCreated, tasks, ...counts }: RatingsStored,
  { failed, errors }: RefusedRows,
) => ({
  object: "review_import" as const,
  tasks: [...tasks],
  ...counts,
  failed,
  reviewers_created: reviewersCreated,
  errors: [...errors],
});
