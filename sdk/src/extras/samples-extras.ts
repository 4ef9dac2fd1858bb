import type * as generated from "../generated/resources.ts";
import type { OutputsSummary } from "../generated/types.ts";
import type { ImportOutputsOptions, ImportSource } from "./transfer/import-file.ts";

/** Samples. */
export interface Samples extends generated.Samples {
  /**
   * Store a model's outputs from JSON Lines of `{sample|external_id, output}`: a file, a stream or rows, without holding a
   * file in memory. All outputs are stored or none; an output sent again replaces the previous one.
   *
   * @param datasetId the dataset of the samples.
   * @param modelId the model that produced the outputs.
   * @param source the path of a file (where there is a file system), a Blob or File, a stream of bytes, or the rows
   * themselves; a stream or an iterable can be read only once, so its upload is never retried.
   * @throws {Error} what Node.js throws for a file that cannot be read (`ENOENT`, `EACCES`).
   * @throws {ApiError} with status 400 or 422 and the lines when outputs are refused; 401, 403, 404, 409, 413, 429, 5xx.
   */
  importOutputs(
    datasetId: string,
    modelId: string,
    source: ImportSource,
    options?: ImportOutputsOptions,
  ): Promise<OutputsSummary>;
}
