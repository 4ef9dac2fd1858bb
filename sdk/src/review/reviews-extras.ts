import type * as generated from "../generated/resources.ts";
import type { ReviewImport } from "../generated/types.ts";
import type { ImportSource } from "../extras/transfer/import-file.ts";
import type { ImportRatingsOptions } from "../extras/transfer/import-ratings.ts";

/** Reviews. */
export interface Reviews extends generated.Reviews {
  /**
   * Import ratings from a file (JSON Lines, one JSON document, or a table), a stream or rows, without loading a file
   * into memory. A row is `{external_id|sample, rater, dimension, value, confidence, notes, submitted_at}`. With
   * `dimension` and `raters`, the file is a wide table with one column per rater.
   *
   * @param datasetId the dataset that contains the rated samples.
   * @param rubricId the rubric whose dimensions were rated.
   * @param source a file path (in runtimes with a file system), a Blob or File, a stream of bytes, or the
   * rows themselves. A stream or an iterable can be read only once, so its import is never retried.
   * @throws {Error} Node.js's error for a file that cannot be read (`ENOENT`, `EACCES`).
   * @throws {ApiError} with status 400 and the lines of refused rows; 401, 403, 409, 413, 415, 422, 429, 5xx.
   */
  importRatings(
    datasetId: string,
    rubricId: string,
    source: ImportSource,
    options?: ImportRatingsOptions,
  ): Promise<ReviewImport>;
}
