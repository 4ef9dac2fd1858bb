import { limits } from "../../platform/limits.ts";
import { binaryFormatOf, signatureBytes } from "./binary-file.ts";
import type { RowsPlace } from "./document/document-grammar.ts";
import { DocumentSplitter } from "./document/document-splitter.ts";
import { LineSplitter } from "./line-splitter.ts";
import { joined, type RowFault, type RowSplitter, type SplitRow } from "./row-bytes.ts";

export type { RawRow, SplitRow } from "./row-bytes.ts";

/** `lines`: JSON Lines, with one row per line. Otherwise, the place of the rows in one JSON document. */
export type RowSource = "lines" | RowsPlace;

/**
 * Maximum size of a piece, in bytes. Pieces are processed in order, so only one piece and one row are in
 * memory.
 */
export const largestPiece = 256 * 1024;
const markBytes = 3;

/**
 * Splits a file into the texts of its rows. Yields one batch, which is not empty, for each piece of the file
 * that completes rows.
 *
 * The chunks do not affect the rows. Only one row and one piece are in memory. A byte order mark at the start
 * is removed. If a row is too large or not UTF-8, only that row has a fault. A fault that makes the rest
 * unreadable (UTF-16; or, in a document, a missing comma, text after the end, or a missing end) is the last
 * item and is marked `fatal`.
 *
 * @param maxRowBytes maximum size of a row, in bytes.
 */
export async function* splitRows(
  chunks: AsyncIterable<Uint8Array>,
  source: RowSource,
  maxRowBytes: number = limits.importRowBytes,
): AsyncGenerator<SplitRow[]> {
  const splitter =
    source === "lines" ? new LineSplitter(maxRowBytes) : new DocumentSplitter(source, maxRowBytes);
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes: Uint8Array = head ? joined([head, chunk]) : chunk;
    if (head && bytes.length < signatureBytes) {
      head = bytes;
      continue;
    }
    const fault = head && unreadableFile(bytes);
    if (fault) {
      yield [fault];
      return;
    }
    yield* batches(splitter, head ? withoutMark(bytes) : bytes, maxRowBytes);
    head = undefined;
  }
  const fault = head && unreadableFile(head);
  if (fault) {
    yield [fault];
    return;
  }
  if (head) yield* batches(splitter, withoutMark(head), maxRowBytes);
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}

function* batches(splitter: RowSplitter, bytes: Uint8Array, maxRowBytes: number): Generator<SplitRow[]> {
  const size = Math.min(largestPiece, maxRowBytes);
  for (let start = 0; start < bytes.length; start += size) {
    const rows = splitter.push(bytes.subarray(start, start + size));
    if (rows.length > 0) yield rows;
  }
}

function unreadableFile(bytes: Uint8Array): RowFault | undefined {
  const advice = binaryFormatOf(bytes);
  if (advice !== undefined) return { line: 1, code: "invalid_encoding", message: advice, fatal: true };
  if (bytes.length < markBytes) return undefined;
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!marked && first !== 0 && second !== 0) return undefined;
  return {
    line: 1,
    code: "invalid_encoding",
    message: "The file is not UTF-8; save it as UTF-8.",
    fatal: true,
  };
}

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(markBytes) : bytes;
