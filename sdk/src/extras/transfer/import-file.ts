import type { ImportSummary, Operations, OutputsSummary } from "../../generated/types.ts";
import type { RequestOptions } from "../../client/options.ts";
import type { UploadBody } from "../../client/transport/transport.ts";
import { byteStream, takeStart, toChunks, type Chunks } from "./byte-stream.ts";

/**
 * A source of rows: a file path (in runtimes with a file system), a Blob or File, a stream of bytes, or the
 * rows. Files and streams may be compressed with gzip. A stream or an iterable can be read only once, so its
 * import is never retried.
 */
export type ImportSource =
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<object>
  | readonly object[];

/** An upload's progress. */
export interface UploadProgress {
  /** Bytes passed to the connection; reset to 0 when the upload is retried. */
  bytesSent: number;
  /** The total number of bytes; undefined for a stream or an iterable, whose length is unknown. */
  totalBytes: number | undefined;
}

type ImportQuery = Operations["importSamples"]["query"];
type OutputsQuery = Operations["createOutputs"]["query"];

/** Options of {@link importOutputs}. */
export interface ImportOutputsOptions extends RequestOptions {
  /** Called as bytes are sent. Browsers do not report progress, so there it is called only at the end. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Pairs `SOURCE=TARGET` that assign columns or members to fields, such as `question=input.question`. */
  map?: ImportQuery["map"];
  /** How to handle other columns and members. */
  rest?: ImportQuery["rest"];
  /** Columns of a table whose cells are always text. */
  textColumns?: ImportQuery["text_columns"];
  /** The character that separates the cells of a table; default: detected from the header. */
  delimiter?: ImportQuery["delimiter"];
  /**
   * Media type; default: inferred from the file extension, otherwise from the first character (`[` for JSON).
   * Outputs and compressed streams are sent as JSON Lines by default.
   */
  contentType?: string | undefined;
}

/** Options of {@link importFile}. */
export interface ImportFileOptions extends ImportOutputsOptions {
  /** How to handle rows that already exist. */
  mode?: ImportQuery["mode"];
  /** How to handle the valid rows if a row is invalid. */
  onError?: ImportQuery["on_error"];
  /** JSON Pointer to the rows in one JSON document. */
  records?: ImportQuery["records"];
  /** Whether the rows are the members of an object, whose keys are the ids. */
  keyed?: ImportQuery["keyed"];
}

/** Sends an upload with its query. */
export type SendUpload<Query, Summary> = (
  upload: UploadBody,
  query: Query,
  options: RequestOptions,
) => PromiseLike<Summary>;

/** A source's content and media type. */
interface Upload {
  content: Blob | ReadableStream<Uint8Array>;
  contentType: string;
  /** Whether the content is compressed with gzip. */
  isGzip: boolean;
}

const halfAnHourMs = 1_800_000;

/**
 * Imports samples into a dataset from a file, a stream or rows, without loading a file into memory.
 *
 * @param source see {@link ImportSource}; a path is read again for each attempt.
 * @param options the options of a call (with a default `timeoutMs` of half an hour), and those in
 * {@link ImportFileOptions}.
 * @returns the counts, and the first 100 rejected rows with their lines.
 * @throws {Error} Node.js's error for a file that cannot be read (`ENOENT`, `EACCES`); BadRequestError with
 * the lines of rejected rows.
 */
export async function importFile(
  send: SendUpload<ImportQuery, ImportSummary>,
  source: ImportSource,
  options: ImportFileOptions = {},
): Promise<ImportSummary> {
  const { mode, onError, records, keyed, ...rest } = options;
  const upload = await readSource(source, typeOfOptions(options));
  return sendUpload(send, upload, { query: { mode, on_error: onError, records, keyed }, options: rest });
}

/** Returns the content type that options state or imply. */
export function typeOfOptions({
  contentType,
  records,
  keyed,
}: Pick<ImportFileOptions, "contentType" | "records" | "keyed">): string | undefined {
  const isDocument = records !== undefined || keyed === true;
  return contentType ?? (isDocument ? "application/json" : undefined);
}

/**
 * Sends a model's outputs from a table or from JSON Lines, without loading a file into memory. A file is a table
 * if its name ends with `.csv` or `.tsv`.
 *
 * @throws {Error} Node.js's error for a file that cannot be read (`ENOENT`, `EACCES`); ApiError with the
 * lines of rejected outputs.
 */
export async function importOutputs(
  send: SendUpload<OutputsQuery, OutputsSummary>,
  source: ImportSource,
  options: ImportOutputsOptions = {},
): Promise<OutputsSummary> {
  const contentType = options.contentType ?? tableTypeOf(nameOf(source)) ?? "application/x-ndjson";
  return sendUpload(send, await readSource(source, contentType), { query: {}, options });
}

/** Sends a source's content and the options of the upload. */
export async function sendUpload<Query extends Omit<OutputsQuery, "model">, Summary>(
  send: SendUpload<Query, Summary>,
  { isGzip, ...upload }: Upload,
  { query: own, options }: { query: Query; options: ImportOutputsOptions },
): Promise<Summary> {
  const { onProgress, map, rest, textColumns, delimiter, contentType: _known, ...limited } = options;
  const query = { ...own, map, rest, text_columns: textColumns, delimiter };
  const headers = { ...limited.headers, ...(isGzip && { "content-encoding": "gzip" }) };
  const limits = { timeoutMs: halfAnHourMs, ...limited, headers };
  if (!onProgress) return send(upload, query, limits);
  const { content } = upload;
  const totalBytes = content instanceof Blob ? content.size : undefined;
  const report = (bytesSent: number): void => onProgress({ bytesSent, totalBytes });
  // Few browsers can send a stream, so the client sends the Blob itself in browsers.
  const countable = typeof document === "undefined";
  const body = countable ? { ...upload, content: counted(content, report) } : upload;
  const summary = await send(body, query, limits);
  if (!countable && totalBytes !== undefined) report(totalBytes);
  return summary;
}

/** Opens a source. @param contentType its media type; default: inferred from the source. */
export async function readSource(source: ImportSource, contentType: string | undefined): Promise<Upload> {
  if (typeof source === "string")
    return readSource(await openPath(source), contentType ?? typeOfName(source));
  if (source instanceof Blob) {
    const isGzip = startsAsGzip(new Uint8Array(await source.slice(0, 2).arrayBuffer()));
    const named = contentType ?? typeOfName(nameOf(source));
    const type = named ?? typeOfStart(await (isGzip ? startInGzip(source) : source.slice(0, 4096).text()));
    return { content: source, contentType: type, isGzip };
  }
  if (!("getReader" in source) && !(Symbol.asyncIterator in source)) {
    const lines = source.map((row) => `${JSON.stringify(row)}\n`);
    return { content: new Blob(lines), contentType: "application/x-ndjson", isGzip: false };
  }
  const chunks = toChunks(source);
  const { taken, text } = await takeStart(chunks);
  const isGzip = startsAsGzip(taken[0]);
  return { content: byteStream(chunks, taken), contentType: contentType ?? typeOfStart(text), isGzip };
}

const startsAsGzip = ([first, second]: Uint8Array = new Uint8Array()): boolean =>
  first === 0x1f && second === 0x8b;

/** Returns the first text in a compressed file. */
async function startInGzip(file: Blob): Promise<string> {
  const chunks = toChunks(file.stream().pipeThrough(new DecompressionStream("gzip")));
  const { text } = await takeStart(chunks);
  await chunks.return();
  return text;
}

/** Opens the file as a Blob, whose bytes are only read when they are sent. */
async function openPath(path: string): Promise<Blob> {
  // An import would break browser bundlers, which fail on a Node.js module name even in code that never runs.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw new TypeError(`Cannot read "${path}": this runtime has no file system. Pass a Blob or a stream.`);
  // Unlike `openAsBlob`, `access` throws Node.js's usual error, which contains the path.
  await fs.promises.access(path, fs.constants.R_OK);
  return fs.openAsBlob(path);
}

/** Returns the name of a file; empty for other sources. */
function nameOf(source: ImportSource): string {
  if (typeof source === "string") return source;
  return source instanceof Blob && "name" in source ? String(source.name) : "";
}

const typeOfName = (name: string): string | undefined =>
  tableTypeOf(name) ?? (/\.(jsonl|ndjson)(\.gz)?$/i.test(name) ? "application/x-ndjson" : undefined);

function tableTypeOf(name: string): string | undefined {
  if (/\.csv(\.gz)?$/i.test(name)) return "text/csv";
  return /\.tsv(\.gz)?$/i.test(name) ? "text/tab-separated-values" : undefined;
}

function typeOfStart(text: string): string {
  return text.trimStart().startsWith("[") ? "application/json" : "application/x-ndjson";
}

/** Wraps content so that the number of bytes read is reported. A wrapped Blob can still be read again. */
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
