import { createHash, type Hash } from "node:crypto";
import { countRow, type FileReading, nothingRead } from "@assay/contract/evaluation/samples/import-rules";
import type { ImportRow } from "@assay/contract/wire";
import type { Row } from "../../platform/db/rows.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { UploadedFile } from "../../platform/http/request/uploaded-file.ts";
import { BatchWriter } from "./batch-writer.ts";

/** The result of reading a file, and the hash that identifies the request. */
export interface StagedFile extends FileReading {
  bodyHash: Buffer;
}

/** A parsed row or, if the row is invalid, its fault. */
type Outcome<T> = { line: number; path: string; ok: true; row: T } | Extract<ImportRow, { ok: false }>;

/** Specifies how rows are parsed, and in which table they are staged. */
export interface StagingPlan<T> {
  read: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Outcome<T>[]>;
  table: string;
  columns: readonly string[];
  /**
   * Returns the values of `columns`. `ordinal` counts all rows in the file from 1, including invalid rows.
   */
  valuesOf: (row: T, place: { ordinal: number; line: number; path: string }) => Row;
}

/**
 * Reads a file, and stages its rows as they arrive. No transaction waits for the network, and at most three
 * batches are held in memory.
 *
 * @throws {ApiError} 413 if the file is too large; 400 if it is not valid gzip.
 */
export async function stageRows<T>(
  deps: PlatformDeps,
  { body, query, isCompressed }: UploadedFile,
  { read, table, columns, valuesOf }: StagingPlan<T>,
): Promise<StagedFile> {
  const hash = createHash("sha256").update(query).update("\n");
  const found = nothingRead();
  const writer = new BatchWriter(deps, { table, columns });
  const bytes = counted(body, { hash, found });
  try {
    for await (const outcomes of read(withoutEnd(bytes))) {
      for (const outcome of outcomes) {
        const ordinal = countRow(found, outcome);
        if (!outcome.ok) continue;
        const { row, line, path } = outcome;
        if (writer.add(valuesOf(row, { ordinal, line, path }))) await writer.flush();
      }
    }
    // A file that is too large or damaged is refused for this reason, even if an earlier part of the file was
    // unreadable.
    if (isCompressed) await readToEnd(bytes);
    await writer.end();
  } finally {
    await bytes.return();
    // If the body was interrupted, pending writes must finish before the staged rows are deleted.
    await writer.settle();
  }
  return { ...found, bodyHash: hash.digest() };
}

async function* counted(
  body: AsyncIterable<Buffer>,
  { hash, found }: { hash: Hash; found: FileReading },
): AsyncGenerator<Buffer, void> {
  for await (const chunk of body) {
    found.bytes += chunk.length;
    hash.update(chunk);
    yield chunk;
  }
}

async function readToEnd(bytes: AsyncGenerator<Buffer, void>): Promise<void> {
  while (!(await bytes.next()).done);
}

/**
 * Returns the chunks of a file for a reader that may stop early. The rest of the file can be read afterwards.
 */
const withoutEnd = (bytes: AsyncGenerator<Buffer, void>): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => ({ next: () => bytes.next() }),
});
