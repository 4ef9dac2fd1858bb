import type { Export } from "../../generated/types.ts";
import type { RequestOptions } from "../../client/options.ts";
import type { Clock } from "../../client/clock.ts";
import type { ClientTools } from "../client-tools.ts";
import { byteStream, type Chunks } from "./byte-stream.ts";

/** How far a download is, in bytes. */
export interface DownloadProgress {
  bytesReceived: number;
  totalBytes: number;
}

/** How {@link downloadExport} and {@link streamExport} go about it. */
export interface DownloadOptions extends Omit<RequestOptions, "idempotencyKey"> {
  /** Called at the start and as bytes arrive. */
  onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** The calls that are made of exports, and what they are made with. */
export interface ExportSource extends ClientTools {
  clock: Clock;
  get: (id: string, options: RequestOptions) => PromiseLike<Export>;
  content: (id: string, options: RequestOptions) => Promise<Response>;
}

/** An export's file as it arrives: all of it, in order, or an error. */
interface Arriving {
  record: Export;
  chunks: Chunks;
  /** Gives up what was not begun to be read. */
  cancel: () => Promise<void>;
}

/**
 * Downloads an export's file to a path: written beside it, checked against the export's SHA-256 and then renamed, so that the
 * path holds the whole file or what it held before. After a cut it goes on where it was.
 *
 * @returns the export.
 * @throws {ApiError} with status 409 when its file is not there; AssayError when other bytes arrived; what Node.js throws for a
 *   path that cannot be written.
 */
export async function downloadExport(
  source: ExportSource,
  { id, path }: { id: string; path: string },
  options: DownloadOptions = {},
): Promise<Export> {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs")?.promises;
  if (!fs) throw new TypeError(`Cannot write "${path}": there is no file system here; use stream().`);
  const { record, chunks, cancel } = await arriving(source, id, options);
  const beside = `${path}.${id}.part`;
  const file = await fs.open(beside, "w").catch(async (error: unknown) => {
    // Else the connection is held until the server gives it up.
    await cancel();
    throw error;
  });
  try {
    for await (const chunk of chunks) await file.appendFile(chunk);
    await file.sync();
    await file.close();
    await fs.rename(beside, path);
  } catch (error) {
    await file.close().catch(() => {});
    await fs.rm(beside, { force: true });
    throw error;
  }
  return record;
}

/** An export's file as a stream, which goes on after a cut and fails at its end when other bytes arrived. */
export async function streamExport(
  source: ExportSource,
  id: string,
  options: DownloadOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  return byteStream((await arriving(source, id, options)).chunks);
}

async function arriving(source: ExportSource, id: string, options: DownloadOptions): Promise<Arriving> {
  const { onProgress, ...limits } = options;
  const record = await source.get(id, limits);
  // Before anything is opened or promised: an export without a file is refused here, in the server's words.
  const first = await source.content(id, withHeaders(limits, {}));
  return {
    record,
    cancel: async () => first.body?.cancel(),
    chunks: verified(source, { record, chunks: chunksOf(source, { record, first, limits }) }, onProgress),
  };
}

/** No proxy on the way may compress what parts are counted in. */
const withHeaders = (options: RequestOptions, headers: Record<string, string>): RequestOptions => ({
  ...options,
  headers: { ...options.headers, "accept-encoding": "identity", ...headers },
});

interface Download {
  record: Export;
  /** The first answer. */
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
    for await (const chunk of untilCut(source, response, limits)) {
      if (!(chunk instanceof Uint8Array)) {
        cause = chunk.cause;
        break;
      }
      received += chunk.length;
      attempt = 0;
      yield chunk;
    }
    if (received >= (size ?? 0)) return;
    const cut = new ConnectionError(`The file of export ${id} broke off at byte ${received} of ${size}.`, {
      cause,
    });
    if (attempt >= maxRetries) throw cut;
    await source.sleep(source.retryDelayMs(cut, attempt, clock) ?? 0, limits.signal, clock);
    response = await source.content(
      id,
      withHeaders(limits, { range: `bytes=${received}-`, "if-range": `"${sha256}"` }),
    );
    if (response.status !== 206) {
      await response.body?.cancel();
      throw new AssayError(
        `The file of export ${id} cannot be read on from byte ${received}: it has changed.`,
      );
    }
  }
}

/** What arrives of a body; when it breaks off or stands still for the time of a call, the reason is the last thing given. */
async function* untilCut(
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

/** The same bytes; at their end they must be those that the server wrote. Where there is no hashing, their number counts. */
async function* verified(
  { AssayError }: ClientTools,
  { record, chunks }: Omit<Arriving, "cancel">,
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
    `The file of export ${id} did not arrive as it was written: ${bytesReceived} of ${totalBytes} bytes, SHA-256 ${found} instead of ${sha256}.`,
  );
}
