import type { ImportSummary, Operations, OutputsSummary } from "../../generated/types.ts";
import type { RequestOptions } from "../../client/options.ts";
import type { UploadBody } from "../../client/transport/transport.ts";
import { byteStream, takeStart, toChunks, type Chunks } from "./byte-stream.ts";

/**
 * A source of rows: the path of a file (in runtimes with a file system), a Blob or File, a stream of bytes, or the rows.
 * A stream or an iterable can be read only once, so its import is never retried.
 */
export type ImportSource =
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<object>
  | readonly object[];

/** Progress of an upload. */
export interface UploadProgress {
  /** Bytes passed to the connection; reset to 0 when the upload is retried. */
  bytesSent: number;
  /** Undefined for a stream or an iterable, whose length is unknown. */
  totalBytes: number | undefined;
}

/** Options of {@link importOutputs}. */
export interface ImportOutputsOptions extends RequestOptions {
  /** Called as bytes are sent; in browsers, which do not report progress, only at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Options of {@link importFile}. */
export interface ImportFileOptions extends ImportOutputsOptions {
  /** Handling of rows that exist already. */
  mode?: Operations["importSamples"]["query"]["mode"];
  /** Handling of the other rows if a row is invalid. */
  onError?: Operations["importSamples"]["query"]["on_error"];
  /** Separator of the cells of a table; default: detected from the header. */
  delimiter?: Operations["importSamples"]["query"]["delimiter"];
  /** Media type; default: from the file extension, otherwise from the first character (`[`: one JSON array). */
  contentType?: string | undefined;
}

/** Sends an upload to its dataset. */
export type SendUpload = (
  upload: UploadBody,
  query: Operations["importSamples"]["query"],
  options: RequestOptions,
) => PromiseLike<ImportSummary>;

type Send<Summary> = (upload: UploadBody, options: RequestOptions) => PromiseLike<Summary>;

/** Content of a source and its media type. */
interface Upload {
  content: Blob | ReadableStream<Uint8Array>;
  contentType: string;
}

const halfAnHourMs = 1_800_000;

/**
 * Imports samples into a dataset from a file, a stream or rows, without holding a file in memory.
 *
 * @param source see {@link ImportSource}; a path is read again for each attempt.
 * @param options options of a call (default of `timeoutMs`: half an hour), and {@link ImportFileOptions}.
 * @returns counts, and the first 100 rejected rows with their lines.
 * @throws {Error} the error of Node.js for a file that cannot be read (`ENOENT`, `EACCES`); BadRequestError with the lines of
 * rejected rows.
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
 * Sends the outputs of a model as JSON Lines, whatever the file name, without holding a file in memory.
 *
 * @throws {Error} the error of Node.js for a file that cannot be read (`ENOENT`, `EACCES`); ApiError with the lines of rejected
 * outputs.
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
  // Few browsers can send a stream, so browsers send the Blob.
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

/** Opens the file as a Blob, whose bytes are read when they are sent. */
async function openPath(path: string): Promise<Blob> {
  // Not an import: browser bundlers fail on the name of a Node.js module, even in code that never runs.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw new TypeError(`Cannot read "${path}": this runtime has no file system. Pass a Blob or a stream.`);
  // Throws the usual error of Node.js with the path, which openAsBlob does not.
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

/** The same content, which reports its bytes as they are read; a Blob can be read again. */
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
