import type { ImportSummary, Operations, OutputsSummary } from "../../generated/types.ts";
import type { RequestOptions } from "../../client/options.ts";
import type { UploadBody } from "../../client/transport/transport.ts";
import { byteStream, takeStart, toChunks, type Chunks } from "./byte-stream.ts";

/**
 * Where rows come from: the path of a file (where there is a file system), a Blob or File, a stream of bytes, or the
 * rows themselves. A stream or an iterable can be read only once, so its import is never retried.
 */
export type ImportSource =
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<object>
  | readonly object[];

/** How far an upload is. */
export interface UploadProgress {
  /** Bytes handed to the connection; starts again at 0 when the upload is retried. */
  bytesSent: number;
  /** Undefined for a stream or an iterable, whose length nobody knows. */
  totalBytes: number | undefined;
}

/** How {@link importOutputs} goes about it. */
export interface ImportOutputsOptions extends RequestOptions {
  /** Called as bytes go out; in browsers, which cannot tell, only at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** How {@link importFile} goes about it. */
export interface ImportFileOptions extends ImportOutputsOptions {
  /** What happens to a row that is there already. */
  mode?: Operations["importSamples"]["query"]["mode"];
  /** What happens to the others when one row is bad. */
  onError?: Operations["importSamples"]["query"]["on_error"];
  /** What separates the cells of a table; default: what its header shows. */
  delimiter?: Operations["importSamples"]["query"]["delimiter"];
  /** What the bytes are; default: by the file's ending, else by its first character (`[`: one JSON array). */
  contentType?: string | undefined;
}

/** Sends an upload to the data set that it is for. */
export type SendUpload = (
  upload: UploadBody,
  query: Operations["importSamples"]["query"],
  options: RequestOptions,
) => PromiseLike<ImportSummary>;

type Send<Summary> = (upload: UploadBody, options: RequestOptions) => PromiseLike<Summary>;

/** What a source turned out to be. */
interface Upload {
  content: Blob | ReadableStream<Uint8Array>;
  contentType: string;
}

const halfAnHourMs = 1_800_000;

/**
 * Imports samples into a data set from a file, a stream or rows, without holding a file in memory.
 *
 * @param source see {@link ImportSource}; a path is read anew for each attempt.
 * @param options those of any call (`timeoutMs` is half an hour by default), and {@link ImportFileOptions}.
 * @returns counts, and the first 100 refused rows with their lines.
 * @throws {Error} what Node.js throws for a file that cannot be read (`ENOENT`, `EACCES`); BadRequestError with the lines when
 * rows are refused.
 */
export async function importFile(
  send: SendUpload,
  source: ImportSource,
  options: ImportFileOptions = {},
): Promise<ImportSummary> {
  const { mode, onError, delimiter, contentType, ...rest } = options;
  const upload = await readSource(source, contentType);
  const query = { mode, on_error: onError, delimiter };
  return sendUpload((body, limits) => send(body, query, limits), upload, rest);
}

/**
 * Sends a model's outputs, JSON Lines whatever the file is called, without holding a file in memory.
 *
 * @throws {Error} what Node.js throws for a file that cannot be read (`ENOENT`, `EACCES`); ApiError with the lines when outputs are
 * refused.
 */
export async function importOutputs(
  send: Send<OutputsSummary>,
  source: ImportSource,
  options: ImportOutputsOptions = {},
): Promise<OutputsSummary> {
  return sendUpload(send, await readSource(source, "application/x-ndjson"), options);
}

async function sendUpload<Summary>(
  send: Send<Summary>,
  upload: Upload,
  { onProgress, ...rest }: ImportOutputsOptions,
): Promise<Summary> {
  const limits = { timeoutMs: halfAnHourMs, ...rest };
  if (!onProgress) return send(upload, limits);
  const { content } = upload;
  const totalBytes = content instanceof Blob ? content.size : undefined;
  const report = (bytesSent: number): void => onProgress({ bytesSent, totalBytes });
  // Few browsers send a stream, so there the Blob goes as it is.
  const countable = typeof document === "undefined";
  const summary = await send(countable ? { ...upload, content: counted(content, report) } : upload, limits);
  if (!countable && totalBytes !== undefined) report(totalBytes);
  return summary;
}

async function readSource(source: ImportSource, contentType: string | undefined): Promise<Upload> {
  if (typeof source === "string")
    return readSource(await openPath(source), contentType ?? typeOfName(source));
  if (source instanceof Blob) {
    const named = contentType ?? typeOfName("name" in source ? String(source.name) : "");
    return { content: source, contentType: named ?? typeOfStart(await source.slice(0, 4096).text()) };
  }
  if (!("getReader" in source) && !(Symbol.asyncIterator in source)) {
    const lines = source.map((row) => `${JSON.stringify(row)}\n`);
    return { content: new Blob(lines), contentType: "application/x-ndjson" };
  }
  const chunks = toChunks(source);
  const { taken, text } = await takeStart(chunks);
  return { content: byteStream(chunks, taken), contentType: contentType ?? typeOfStart(text) };
}

/** The file as a Blob, whose bytes are read only when they are sent. */
async function openPath(path: string): Promise<Blob> {
  // Not an import: bundlers for the browser stumble over the name of a Node.js module even where it is never reached.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw new TypeError(`Cannot read "${path}": there is no file system here; pass a Blob or a stream.`);
  // Says what is wrong and with which file, as Node.js does everywhere; openAsBlob alone does not.
  await fs.promises.access(path, fs.constants.R_OK);
  return fs.openAsBlob(path);
}

function typeOfName(name: string): string | undefined {
  if (/\.(csv|tsv)$/i.test(name)) return "text/csv";
  return /\.(jsonl|ndjson)$/i.test(name) ? "application/x-ndjson" : undefined;
}

function typeOfStart(text: string): string {
  return text.trimStart().startsWith("[") ? "application/json" : "application/x-ndjson";
}

/** The same bytes, reported as they are taken; a Blob's can be taken again. */
function counted(
  content: Blob | ReadableStream<Uint8Array>,
  report: (bytesSent: number) => void,
): UploadBody["content"] {
  async function* count(stream: ReadableStream<Uint8Array>): Chunks {
    let bytesSent = 0;
    report(bytesSent);
    for await (const chunk of toChunks(stream)) {
      yield chunk;
      report((bytesSent += chunk.length));
    }
  }
  if (content instanceof Blob) return () => byteStream(count(content.stream()));
  return byteStream(count(content));
}
