import { decodeRow, RowBytes, type RowSplitter, type SplitRow } from "./row-bytes.ts";

const lineFeed = 0x0a;
const blank = /^[ \t\r]*$/;

/**
 * Splits JSON Lines into rows. Lines end with LF or CRLF, the last line may end without them, and blank lines
 * are skipped.
 */
export class LineSplitter implements RowSplitter {
  readonly #pending: RowBytes;
  #line = 1;

  constructor(maxRowBytes: number) {
    this.#pending = new RowBytes(maxRowBytes);
  }

  push(piece: Uint8Array): SplitRow[] {
    const firstEnd = piece.indexOf(lineFeed);
    if (firstEnd === -1) {
      this.#pending.add(piece);
      return [];
    }
    const rows: SplitRow[] = [];
    let start = 0;
    if (!this.#pending.isEmpty) {
      this.#finish(piece.subarray(0, firstEnd), rows);
      start = firstEnd + 1;
    }
    const lastEnd = piece.lastIndexOf(lineFeed);
    if (lastEnd >= start) this.#whole(piece.subarray(start, lastEnd), rows);
    this.#pending.add(piece.subarray(lastEnd + 1));
    return rows;
  }

  end(): SplitRow[] {
    const rows: SplitRow[] = [];
    if (!this.#pending.isEmpty) this.#finish(new Uint8Array(), rows);
    return rows;
  }

  #finish(last: Uint8Array, rows: SplitRow[]): void {
    const row = this.#pending.finish(last, { line: this.#line, column: 1 });
    this.#line += 1;
    if (!("text" in row)) rows.push(row);
    else if (!blank.test(row.text)) rows.push({ ...row, text: withoutReturn(row.text) });
  }

  /**
   * Decodes the complete lines of a piece. Decodes them together, which is faster, or one by one if a line is
   * not UTF-8.
   */
  #whole(bytes: Uint8Array, rows: SplitRow[]): void {
    const text = decodeRow(bytes);
    if (text === undefined) return this.#oneByOne(bytes, rows);
    for (const line of text.split("\n")) {
      if (!blank.test(line)) rows.push({ line: this.#line, column: 1, text: withoutReturn(line) });
      this.#line += 1;
    }
  }

  #oneByOne(bytes: Uint8Array, rows: SplitRow[]): void {
    for (let start = 0; start <= bytes.length;) {
      const found = bytes.indexOf(lineFeed, start);
      const end = found === -1 ? bytes.length : found;
      this.#finish(bytes.subarray(start, end), rows);
      start = end + 1;
    }
  }
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);
