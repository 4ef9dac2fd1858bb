import type * as generated from "../generated/resources.ts";
import type { Export } from "../generated/types.ts";
import type { DownloadOptions } from "./transfer/download-export.ts";
import type { WaitForExportOptions } from "./transfer/wait-for-export.ts";

/** Exports. */
export interface Exports extends generated.Exports {
  /**
   * Wait until an export has completed, and return it.
   *
   * @throws {AssayError} if it failed or has expired.
   * @throws {TimeoutError} if it is not done after `timeoutMs`; the export continues.
   */
  wait(id: string, options?: WaitForExportOptions): Promise<Export>;

  /**
   * Download an export's file to a path (in runtimes with a file system). The file is written to a temporary
   * path, compared with the export's SHA-256 and then renamed. A broken download resumes.
   *
   * @returns the export.
   * @throws {ApiError} with status 409 if the file is not available; 401, 403, 404, 429, 5xx.
   * @throws {AssayError} if the bytes differ from the export.
   * @throws {Error} Node.js's error for a path that cannot be written (`ENOENT`, `EACCES`).
   */
  download(id: string, path: string, options?: DownloadOptions): Promise<Export>;

  /**
   * Stream an export's file. A broken download resumes. If the bytes differ from the export, the stream fails
   * at its end.
   *
   * @throws {ApiError} with status 409 if the file is not available; 401, 403, 404, 429, 5xx.
   */
  stream(id: string, options?: DownloadOptions): Promise<ReadableStream<Uint8Array>>;
}
