import type * as generated from "../generated/resources.ts";
import type { Export } from "../generated/types.ts";
import type { DownloadOptions } from "./transfer/download-export.ts";
import type { WaitForExportOptions } from "./transfer/wait-for-export.ts";

/** Exports. */
export interface Exports extends generated.Exports {
  /**
   * Wait until an export has completed, and return it.
   *
   * @throws {AssayError} when it failed or has expired.
   * @throws {TimeoutError} when it is not done after `timeoutMs`; it goes on.
   */
  wait(id: string, options?: WaitForExportOptions): Promise<Export>;

  /**
   * Download an export's file to a path (where there is a file system): written beside it, checked against the export's
   * SHA-256 and then renamed; after a cut it goes on where it was.
   *
   * @returns the export.
   * @throws {ApiError} with status 409 when its file is not there; 401, 403, 404, 429, 5xx.
   * @throws {AssayError} when other bytes arrived than were written.
   * @throws {Error} what Node.js throws for a path that cannot be written (`ENOENT`, `EACCES`).
   */
  download(id: string, path: string, options?: DownloadOptions): Promise<Export>;

  /**
   * An export's file as a stream of bytes, which goes on after a cut and fails at its end when other bytes arrived than were
   * written.
   *
   * @throws {ApiError} with status 409 when its file is not there; 401, 403, 404, 429, 5xx.
   */
  stream(id: string, options?: DownloadOptions): Promise<ReadableStream<Uint8Array>>;
}
