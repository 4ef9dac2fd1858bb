import { open } from "node:fs/promises";
import { addAbortSignal, pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ApiError } from "@assay/contract/platform/errors";
import { limits } from "@assay/contract/platform/limits";
import { FileSize } from "@assay/contract/platform/requests/body-encoding";
import { type Chunks, takeStart, toChunks } from "../../../extras/transfer/byte-stream.ts";
import { CliError } from "../../cli-error.ts";
import { stopIfInterrupted } from "../../interruption.ts";
import { isStandardInput, shownPath } from "../names.ts";
import { type FileForm, fileTypeOfSamples } from "./file-form.ts";

/** Options for reading the bytes of a file. */
export interface ByteOptions extends FileForm {
  /** Stops reading when aborted. */
  signal?: AbortSignal;
  /** Called with the progress of reading; `totalBytes` is 0 if the size is unknown. */
  onProgress?: (bytesRead: number, totalBytes: number) => void;
  /** The stream that the path `-` stands for; default: the standard input of the process. */
  stdin?: Readable;
}

/** The decompressed content of a file, and its media type. */
export interface SampleBytes {
  contentType: ReturnType<typeof fileTypeOfSamples>;
  chunks: AsyncIterable<Uint8Array>;
  /** Closes the file. The caller must call it, even if it does not read to the end. */
  close: () => Promise<unknown>;
}

/**
 * Opens a file or, for the path `-`, the standard input, and reads it only once. A file whose first two bytes
 * are those of gzip is decompressed. Reading stops at the limits of an import, before the content fills the memory.
 *
 * @throws {CliError} if the file cannot be read, if its compressed data are damaged, or if it is larger or more compressed
 *   than an import permits.
 * @throws {AbortError} if the signal aborts.
 */
export async function openSamples(path: string, options: ByteOptions): Promise<SampleBytes> {
  const chunks = decompressed(path, options);
  const { taken, text } = await takeStart(chunks);
  const contentType = fileTypeOfSamples(path, text, options);
  return { contentType, chunks: resumed(taken, chunks), close: () => chunks.return() };
}

async function* decompressed(path: string, options: ByteOptions): Chunks {
  let size: FileSize | undefined;
  try {
    const raw = rawBytes(path, options);
    const head = await takeBytes(raw, 2);
    const isCompressed = isGzip(head);
    size = new FileSize(isCompressed ? "gzip" : "identity", undefined);
    const whole = received(resumed(head, raw), size);
    yield* measured(isCompressed ? toChunks(pipeline(whole, createGunzip(), () => {})) : whole, size);
  } catch (error) {
    stopIfInterrupted(options.signal);
    throw error instanceof ApiError && size ? tooLarge(path, size) : unreadable(path, error);
  }
}

async function* received(chunks: Chunks, size: FileSize): Chunks {
  for await (const chunk of chunks) {
    size.addReceived(chunk.length);
    yield chunk;
  }
}

/** Counts the content. @throws {ApiError} 413 as soon as the content exceeds a limit. */
async function* measured(chunks: Chunks, size: FileSize): Chunks {
  for await (const chunk of chunks) {
    size.add(chunk.length);
    yield chunk;
  }
}

async function* rawBytes(path: string, { stdin = process.stdin, signal, onProgress }: ByteOptions): Chunks {
  const file = isStandardInput(path) ? undefined : await open(path);
  const size = (await file?.stat())?.size ?? 0;
  const stream = file?.createReadStream() ?? stdin;
  // A stream that waits for input, such as the standard input, also ends after Ctrl-C.
  if (signal) addAbortSignal(signal, stream);
  let bytesRead = 0;
  for await (const chunk of toChunks(stream)) {
    stopIfInterrupted(signal);
    onProgress?.((bytesRead += chunk.length), size);
    yield chunk;
  }
}

/** Takes chunks until they contain a number of bytes, or until the end. */
async function takeBytes(chunks: Chunks, count: number): Promise<Uint8Array[]> {
  const taken: Uint8Array[] = [];
  for (let length = 0; length < count;) {
    const { done, value } = await chunks.next();
    if (done) break;
    taken.push(value);
    length += value.length;
  }
  return taken;
}

async function* resumed(taken: readonly Uint8Array[], chunks: Chunks): Chunks {
  try {
    yield* taken;
    yield* chunks;
  } finally {
    await chunks.return();
  }
}

function isGzip(head: readonly Uint8Array[]): boolean {
  const [first, second] = head.flatMap((chunk) => [...chunk.subarray(0, 2)]);
  return first === 0x1f && second === 0x8b;
}

const bytesPerGiB = 1024 ** 3;

function tooLarge(path: string, { bytes }: FileSize): CliError {
  return new CliError(
    bytes > limits.importBytes
      ? `${shownPath(path)} has more than ${limits.importBytes / bytesPerGiB} GiB without compression, the limit of an import. Divide it into several files.`
      : `${shownPath(path)} is compressed by a factor of more than ${limits.compressionRatio}, the limit of an import. Decompress it first.`,
  );
}

function unreadable(path: string, error: unknown): CliError {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return new CliError(`Cannot read ${shownPath(path)}: ${reasonOf(code)}.`);
}

function reasonOf(code: string): string {
  if (code === "ENOENT") return "file not found";
  if (code === "EISDIR") return "it is a folder; pass its files";
  return code.startsWith("Z_") ? "its gzip data are damaged or incomplete; compress the file again" : code;
}
