import { createHash } from "node:crypto";
import { type ExportFormat, type ExportRecord, exportWriter, limits } from "@assay/contract/export-files";
import { chunkBytes, type ExportChunk } from "../export-chunk-queries.ts";

/** Reads an export's rows, and stores its file. */
export interface ExportStore {
  rows: AsyncIterable<readonly ExportRecord[]>;
  /** Stores a chunk. @throws {LeaseLost} if the attempt is no longer the current one. */
  save: (chunk: ExportChunk) => Promise<void>;
}

/** Data about a complete file. */
export interface WrittenExport {
  rowCount: number;
  sizeBytes: number;
  sha256: Uint8Array;
}

/** Thrown if the file exceeds the size limit, in which case a retry would not help. */
export class ExportTooLarge extends Error {
  override readonly name = "ExportTooLarge";
}

/**
 * Writes an export's file. While rows are being written, the next page is read and a chunk is stored. Memory
 * therefore holds one page of rows, one group and two chunks.
 *
 * @throws {ExportTooLarge} and errors of reading and storing.
 */
export async function writeExport(
  { format, includeSamples }: { format: ExportFormat; includeSamples: boolean },
  store: ExportStore,
): Promise<WrittenExport> {
  const writer = exportWriter(format, includeSamples);
  const file = new ChunkedFile(store.save);
  for await (const rows of readAhead(store.rows)) {
    file.rowCount += rows.length;
    await file.append(writer.write(rows));
  }
  await file.append(writer.end());
  return file.end();
}

/** Splits a file into chunks. One chunk is stored while the next one is filled. */
class ChunkedFile {
  readonly #save: ExportStore["save"];
  readonly #hash = createHash("sha256");
  /**
   * Two buffers are used for all chunks, because new buffers would accumulate until the next garbage
   * collection.
   */
  #chunk = new Uint8Array(chunkBytes);
  #spare = new Uint8Array(chunkBytes);
  #filled = 0;
  #seq = 0;
  #saving: Promise<void> = Promise.resolve();
  rowCount = 0;
  #sizeBytes = 0;

  constructor(save: ExportStore["save"]) {
    this.#save = save;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#sizeBytes += bytes.length;
    if (this.#sizeBytes > limits.exportBytes) {
      throw new ExportTooLarge(
        `The file is larger than ${limits.exportBytes} bytes, the maximum; export fewer evaluations.`,
      );
    }
    for (let taken = 0; taken < bytes.length;) {
      const part = bytes.subarray(taken, taken + chunkBytes - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled === chunkBytes) await this.#store();
    }
  }

  async end(): Promise<WrittenExport> {
    if (this.#filled > 0) await this.#store();
    await this.#saving;
    return { rowCount: this.rowCount, sizeBytes: this.#sizeBytes, sha256: this.#hash.digest() };
  }

  async #store(): Promise<void> {
    await this.#saving;
    const bytes = this.#chunk.subarray(0, this.#filled);
    this.#saving = this.#save({ seq: this.#seq, bytes, rowCount: this.rowCount });
    // Awaited before the next chunk is stored. Until then, a failure must not count as an unhandled
    // rejection.
    this.#saving.catch(() => {});
    [this.#chunk, this.#spare] = [this.#spare, this.#chunk];
    this.#filled = 0;
    this.#seq += 1;
  }
}

/** Yields the given pages in order. While a page is used, the next page is already being read. */
async function* readAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const start = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    next.catch(() => {});
    return next;
  };
  for (let next = start(); ;) {
    const { done, value } = await next;
    if (done) return;
    next = start();
    yield value;
  }
}
