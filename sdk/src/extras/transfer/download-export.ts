import type { Export } from "../../generated/types.ts";
import type { RequestOptions } from "../../client/options.ts";
import type { Clock } from "../../client/clock.ts";
import type { ClientTools } from "../client-tools.ts";
import { byteStream, type Chunks } from "./byte-stream.ts";

/** A download's progress (bytes). */
export interface DownloadProgress {
  bytesReceived: number;
  totalBytes: number;
}

/** Options of {@link downloadExport} and {@link streamExport}. */
export interface DownloadOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /** Called at the start and after each received chunk. */
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** The functions that send requests about exports, and the tools that these functions use. */
export interface ExportSource extends ClientTools {
  clock: Clock;
  get: (id: string, options: RequestOptions) => PromiseLike<Export>;
  content: (id: string, options: RequestOptions) => Promise<Response>;
}

/** A running download, which yields all bytes in order or throws. */
interface RunningDownload {
  record: Export;
  chunks: Chunks;
  /** Cancels a download that has not been read. */
  cancel: () => Promise<void>;
}

/**
 * Downloads an export's file to a path. The file is written to a temporary path, compared with the export's
 * SHA-256 and then renamed. The path therefore contains either the whole file or its previous content. A
 * broken download resumes.
 *
 * @returns the export.
 * @throws {ApiError} with status 409 if the file is not available; AssayError if the bytes differ; Node.js's
 * error for a path that cannot be written.
 */
export async function downloadExport(
  source: ExportSource,
  { id, path }: { id: string; path: string },
  options: DownloadOptions = {},
): Promise<Export> {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs")?.promises;
  if (!fs) throw new TypeError(`Cannot write "${path}": this runtime has no file system. Use stream().`);
  const { record, chunks, cancel } = await startDownload(source, id, options);
  const partialPath = `${path}.${id}.part`;
  const file = await fs.open(partialPath, "w").catch(async (error: unknown) => {
    // Cancel the download; otherwise, the connection would stay open until the server closes it.
    await cancel();
    throw error;
  });
  try {
    for await (const chunk of chunks) await file.appendFile(chunk);
    await file.sync();
    await file.close();
    await fs.rename(partialPath, path);
  } catch (error) {
    await file.close().catch(() => {});
    await fs.rm(partialPath, { force: true });
    throw error;
  }
  return record;
}

/** Streams an export's file. A broken download resumes; the stream fails at its end if the bytes differ. */
export async function streamExport(
  source: ExportSource,
  id: string,
  options: DownloadOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  return byteStream((await startDownload(source, id, options)).chunks);
}

async function startDownload(
  source: ExportSource,
  id: string,
  options: DownloadOptions,
): Promise<RunningDownload> {
  const { onProgress, ...limits } = options;
  const record = await source.get(id, limits);
  // Request the file first, so that the call fails with the server's error if the export has no file.
  const first = await source.content(id, withHeaders(limits, {}));
  return {
    record,
    cancel: async () => first.body?.cancel(),
    chunks: verified(source, { record, chunks: chunksOf(source, { record, first, limits }) }, onProgress),
  };
}

/** Prevents compression by proxies, because ranges are counted in uncompressed bytes. */
const withHeaders = (options: RequestOptions, headers: Record<string, string>): RequestOptions => ({
  ...options,
  headers: { ...options.headers, "accept-encoding": "identity", ...headers },
});

interface Download {
  record: Export;
  /** The first response. */
  first: Response;
  limits: RequestOptions;
}

async function* chunksOf(source: ExportSource, { record, first, limits }: Download): Chunks {
  const { id, sha256, size_bytes: size } = record;
  const { maxRetries = 5 } = limits;
  const { AssayError, ConnectionError, clock } = source;
  let response = first;
  let received = 0;
  for (let attempt = 0; ; attempt += 1) {
    let cause: unknown;
    for await (const chunk of readUntilInterrupted(source, response, limits)) {
      if (!(chunk instanceof Uint8Array)) {
        cause = chunk.cause;
        break;
      }
      received += chunk.length;
      attempt = 0;
      yield chunk;
    }
    if (received >= (size ?? 0)) return;
    const interruption = new ConnectionError(
      `The file of export ${id} broke off at byte ${received} of ${size}.`,
      {
        cause,
      },
    );
    if (attempt >= maxRetries) throw interruption;
    await source.sleep(source.retryDelayMs(interruption, attempt, clock) ?? 0, limits.signal, clock);
    response = await source.content(
      id,
      withHeaders(limits, { range: `bytes=${received}-`, "if-range": `"${sha256}"` }),
    );
    if (response.status !== 206) {
      await response.body?.cancel();
      throw new AssayError(
        `The file of export ${id} cannot be resumed at byte ${received}: the file has changed.`,
      );
    }
  }
}

/**
 * Yields a body's chunks. If the body breaks off, or stalls for the time limit, the last yielded value
 * contains the cause.
 */
async function* readUntilInterrupted(
  { clock, within }: ExportSource,
  { body }: Response,
  { signal, timeoutMs = 60_000 }: RequestOptions,
): AsyncGenerator<Uint8Array | { cause: unknown }> {
  const reader = body?.getReader();
  try {
    if (!reader) return;
    for (;;) {
      const { done, value } = await within({ clock, signal, timeoutMs }, () => reader.read());
      if (done) return;
      yield value;
    }
  } catch (cause) {
    if (signal?.aborted) throw cause;
    yield { cause };
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

/**
 * Yields the chunks unchanged. At the end, compares their hash with the export's, or only their size if the
 * runtime cannot hash.
 */
async function* verified(
  { AssayError }: ClientTools,
  { record, chunks }: Omit<RunningDownload, "cancel">,
  onProgress: DownloadOptions["onProgress"],
): Chunks {
  const { id, sha256, size_bytes: totalBytes } = record;
  const hash = globalThis.process?.getBuiltinModule?.("node:crypto")?.createHash("sha256");
  let bytesReceived = 0;
  const report = (): void => onProgress?.({ bytesReceived, totalBytes: totalBytes ?? bytesReceived });
  report();
  for await (const chunk of chunks) {
    hash?.update(chunk);
    bytesReceived += chunk.length;
    yield chunk;
    report();
  }
  const found = hash?.digest("hex") ?? sha256;
  if (found === sha256 && bytesReceived === totalBytes) return;
  throw new AssayError(
    `The file of export ${id} differs from the export: ${bytesReceived} of ${totalBytes} bytes, SHA-256 ${found} instead of ${sha256}.`,
  );
}
