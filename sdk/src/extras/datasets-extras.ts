import type * as generated from "../generated/resources.ts";
import type { ImportSummary } from "../generated/types.ts";
import type { ImportFileOptions, ImportSource } from "./transfer/import-file.ts";

/** Datasets. */
export interface Datasets extends generated.Datasets {
  /**
   * Import samples from a file (JSON Lines, a JSON array, or CSV), a stream or rows, without holding a file in memory.
   *
   * @param id id of the dataset.
   * @param source the path of a file (where there is a file system), a Blob or File, a stream of bytes, or the rows
   * themselves; a stream or an iterable can be read only once, so its import is never retried.
   * @throws {Error} what Node.js throws for a file that cannot be read (`ENOENT`, `EACCES`).
   * @throws {ApiError} with status 400 and the lines when rows are refused; 401, 403, 404, 409, 413, 415, 429, 5xx.
   */
  importFile(id: string, source: ImportSource, options?: ImportFileOptions): Promise<ImportSummary>;
}
