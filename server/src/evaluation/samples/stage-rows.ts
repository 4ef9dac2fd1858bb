import { createHash, type Hash } from "node:crypto";
import { countRow, type FileReading, nothingRead } from "@assay/contract/evaluation/samples/import-rules";
import { limits } from "@assay/contract/platform/limits";
import { payloadTooLarge } from "@assay/contract/platform/refusals";
import type { ImportRow } from "@assay/contract/wire";
import type { Row } from "../../platform/db/rows.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { BatchWriter } from "./batch-writer.ts";

/** What reading a file found, and the hash of its request. */
export interface StagedFile extends FileReading {
  bodyHash: Buffer;
}

/** A file as it comes in. */
export interface SentFile {
  body: AsyncIterable<Buffer>;
  /** The request's query string: the same file sent with another is another request. */
  query: string;
}

/** A row that was read, or why it could not be. */
type Outcome<T> = { line: number; path: string; ok: true; row: T } | Extract<ImportRow, { ok: false }>;

/** How rows are read and where they are staged. */
export interface StagingPlan<T> {
  read: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Outcome<T>[]>;
  table: string;
  columns: readonly string[];
  /** The values of `columns`; `ordinal` counts the file's rows from 1, faulty ones too. */
  valuesOf: (row: T, place: { ordinal: number; line: number; path: string }) => Row;
}

/**
 * Reads a file and stages its rows as they arrive; no transaction waits for the network, and memory holds three batches
 * at the most.
 *
 * @throws {ApiError} 413 when the file is larger than 1 GiB.
 */
export async function stageRows<T>(
  deps: PlatformDeps,
  { body, query }: SentFile,
  { read, table, columns, valuesOf }: StagingPlan<T>,
): Promise<StagedFile> {
  const hash = createHash("sha256").update(query).update("\n");
  const found = nothingRead();
  const writer = new BatchWriter(deps, { table, columns });
  try {
    for await (const outcomes of read(metered(body, hash))) {
      for (const outcome of outcomes) {
        const ordinal = countRow(found, outcome);
        if (!outcome.ok) continue;
        const { row, line, path } = outcome;
        if (writer.add(valuesOf(row, { ordinal, line, path }))) await writer.flush();
      }
    }
    await writer.end();
  } finally {
    // When the body broke off: what is on its way is there before it is cleared.
    await writer.settle();
  }
  return { ...found, bodyHash: hash.digest() };
}

async function* metered(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
    hash.update(chunk);
    yield chunk;
  }
}
