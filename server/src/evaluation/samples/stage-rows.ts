import { createHash, type Hash } from "node:crypto";
import { countRow, type FileReading, nothingRead } from "@assay/contract/evaluation/samples/import-rules";
import { limits } from "@assay/contract/platform/limits";
import { payloadTooLarge } from "@assay/contract/platform/refusals";
import type { ImportRow } from "@assay/contract/wire";
import type { Row } from "../../platform/db/rows.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { BatchWriter } from "./batch-writer.ts";

/** The result of reading a file, and the hash that identifies the request. */
export interface StagedFile extends FileReading {
  bodyHash: Buffer;
}

/** An incoming file. */
export interface SentFile {
  body: AsyncIterable<Buffer>;
  contentType: string | undefined;
  /** The request's query string. The same file with a different query string is a different request. */
  query: string;
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
 * @throws {ApiError} 413 if the file exceeds 1 GiB.
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
    for await (const outcomes of read(metered(body, { hash, found }))) {
      for (const outcome of outcomes) {
        const ordinal = countRow(found, outcome);
        if (!outcome.ok) continue;
        const { row, line, path } = outcome;
        if (writer.add(valuesOf(row, { ordinal, line, path }))) await writer.flush();
      }
    }
    await writer.end();
  } finally {
    // If the body was interrupted, pending writes must finish before the staged rows are deleted.
    await writer.settle();
  }
  return { ...found, bodyHash: hash.digest() };
}

async function* metered(
  body: AsyncIterable<Buffer>,
  { hash, found }: { hash: Hash; found: FileReading },
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    found.bytes += chunk.length;
    if (found.bytes > limits.importBytes) throw payloadTooLarge(limits.importBytes);
    hash.update(chunk);
    yield chunk;
  }
}
