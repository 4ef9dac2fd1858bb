import type { Operations, ReviewImport } from "../../generated/types.ts";
import {
  type ImportFileOptions,
  type ImportSource,
  readSource,
  type SendUpload,
  sendUpload,
  typeOfOptions,
} from "./import-file.ts";

type RatingsQuery = Omit<Operations["importRatings"]["query"], "dataset" | "rubric">;

/** Options of {@link importRatings}. */
export interface ImportRatingsOptions extends Omit<ImportFileOptions, "rest"> {
  /** How to handle other columns and members. */
  rest?: RatingsQuery["rest"];
  /** The dimension that a wide table rates. */
  dimension?: RatingsQuery["dimension"];
  /** The columns of a wide table, one per rater. */
  raters?: RatingsQuery["raters"];
  /** Whether the raters rated without knowledge of each other's ratings and of automated scores. Default false. */
  blind?: RatingsQuery["blind"];
  /** Whether unknown raters become reviewers without credentials. Default false. */
  createReviewers?: RatingsQuery["create_reviewers"];
}

/**
 * Imports ratings from a file, a stream or rows, without loading a file into memory.
 *
 * @param source see {@link ImportSource}; a path is read again for each attempt.
 * @returns the tasks with the new reviews, the counts, and the first 100 faults with their lines.
 * @throws {Error} Node.js's error for a file that cannot be read (`ENOENT`, `EACCES`); ApiError with the lines of
 * refused rows.
 */
export async function importRatings(
  send: SendUpload<RatingsQuery, ReviewImport>,
  source: ImportSource,
  options: ImportRatingsOptions = {},
): Promise<ReviewImport> {
  const { mode, onError, records, keyed, dimension, raters, blind, createReviewers, ...further } = options;
  const query = {
    mode,
    on_error: onError,
    records,
    keyed,
    dimension,
    raters,
    blind,
    create_reviewers: createReviewers,
  };
  return sendUpload(send, await readSource(source, typeOfOptions(options)), { query, options: further });
}
