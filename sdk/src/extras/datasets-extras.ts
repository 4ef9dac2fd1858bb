import type * as generated from "../generated/resources.ts";
import type { ImportSummary } from "../generated/types.ts";
import type { ImportFileOptions, ImportSource } from "./transfer/import-file.ts";

/** Datasets. */
export interface Datasets extends generated.Datasets {
  /**
   * Import samples from a file (JSON Lines, one JSON document, or a table), a stream or rows, without loading a
   * file into memory. `map` assigns columns and members to these fields.
   *
   * @param id the dataset's id.
   * @param source a file path (in runtimes with a file system), a Blob or File, a stream of bytes, or the
   * rows themselves. A stream or an iterable can be read only once, so its import is never retried.
   * @throws {Error} Node.js's error for a file that cannot be read (`ENOENT`, `EACCES`).
   * @throws {ApiError} with status 400 and the lines of refused rows; 401, 403, 404, 409, 413, 415, 429, 5xx.
   */
  importFile(id: string, source: ImportSource, options?: ImportFileOptions): Promise<ImportSummary>;
}
