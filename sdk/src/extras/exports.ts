import { Exports as GeneratedExports } from "../generated/resources.ts";
import type { Export } from "../generated/types.ts";
import { toolsWith } from "./client-tools.ts";
import type { DownloadOptions, ExportSource } from "./download-export.ts";
import type { WaitForExportOptions } from "./wait-for-export.ts";

/** Exports. */
export class Exports extends GeneratedExports {
  /**
   * Wait until an export has completed, and return it.
   *
   * @throws {AssayError} when it failed or has expired.
   * @throws {TimeoutError} when it is not done after `timeoutMs`; it goes on.
   */
  async wait(id: string, options?: WaitForExportOptions): Promise<Export> {
    // These are loaded when they are called for: most programs export nothing.
    const { waitForExport } = await import("./wait-for-export.ts");
    return waitForExport(this.#source(), id, options);
  }

  /**
   * Download an export's file to a path (where there is a file system): written beside it, checked against the export's
   * SHA-256 and then renamed; after a cut it goes on where it was.
   *
   * @returns the export.
   * @throws {ApiError} with status 409 when its file is not there; 401, 403, 404, 429, 5xx.
   * @throws {AssayError} when other bytes arrived than were written.
   * @throws what Node.js throws for a path that cannot be written (`ENOENT`, `EACCES`).
   */
  async download(id: string, path: string, options?: DownloadOptions): Promise<Export> {
    const { downloadExport } = await import("./download-export.ts");
    return downloadExport(this.#source(), { id, path }, options);
  }

  /**
   * An export's file as a stream of bytes, which goes on after a cut and fails at its end when other bytes arrived than were
   * written.
   *
   * @throws {ApiError} with status 409 when its file is not there; 401, 403, 404, 429, 5xx.
   */
  async stream(id: string, options?: DownloadOptions): Promise<ReadableStream<Uint8Array>> {
    const { streamExport } = await import("./download-export.ts");
    return streamExport(this.#source(), id, options);
  }

  #source(): ExportSource {
    return {
      get: (id, options) => this.get(id, options),
      content: (id, options) => this.content(id, options),
      ...toolsWith(this.transport.clock),
    };
  }
}
