import type * as generated from "../generated/resources.ts";
import type { OutputsSummary } from "../generated/types.ts";
import type { ImportOutputsOptions, ImportSource } from "./transfer/import-file.ts";

/** Samples. */
export interface Samples extends generated.Samples {
  /**
   * Store a model's outputs from rows `{sample|external_id, output}` (JSON Lines or a table): a file, a stream
   * or rows, without loading a file into memory. `map` assigns columns and members to these fields. Either all outputs are stored or none. An output that is sent again
   * replaces the previous one.
   *
   * @param datasetId the dataset that contains the samples.
   * @param modelId the model that produced the outputs.
   * @param source a file path (in runtimes with a file system), a Blob or File, a stream of bytes, or the
   * rows themselves. A stream or an iterable can be read only once, so its upload is never retried.
   * @throws {Error} Node.js's error for a file that cannot be read (`ENOENT`, `EACCES`).
   * @throws {ApiError} with status 400 or 422 and the lines of refused outputs; 401, 403, 404, 409, 413, 429,
   * 5xx.
   */
  importOutputs(
    datasetId: string,
    modelId: string,
    source: ImportSource,
    options?: ImportOutputsOptions,
  ): Promise<OutputsSummary>;
}
