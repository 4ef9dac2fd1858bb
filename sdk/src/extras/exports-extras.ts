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
   * Download the file of an export to a path (in runtimes with a file system): written to a temporary file, compared with
   * the SHA-256 of the export and then renamed; a broken download resumes.
   *
   * @returns the export.
   * @throws {ApiError} with status 409 if the file is not available; 401, 403, 404, 429, 5xx.
   * @throws {AssayError} if the bytes differ from the export.
   * @throws {Error} what Node.js throws for a path that cannot be written (`ENOENT`, `EACCES`).
   */
  download(id: string, path: string, options?: DownloadOptions): Promise<Export>;

  /**
   * Stream the file of an export; a broken download resumes, and the stream fails at its end if the bytes differ from the
   * export.
   *
   * @throws {ApiError} with status 409 if the file is not available; 401, 403, 404, 429, 5xx.
   */
  stream(id: string, options?: DownloadOptions): Promise<ReadableStream<Uint8Array>>;
}
