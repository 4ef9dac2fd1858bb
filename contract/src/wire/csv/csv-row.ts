import Papa from "papaparse";
import { limits } from "../../platform/limits.ts";
import { bareQuote, neverClosed, stoppedAt } from "./csv-faults.ts";
import { decodeText, type TextFault } from "./csv-text.ts";
import { QuoteWalk, type WalkFault } from "./csv-walk.ts";
import type { RowFault } from "../rows/row-bytes.ts";
import { largestPiece } from "../rows/row-splitter.ts";
import { placeOf } from "../rows/text-place.ts";

/** The separator of cells. `auto` selects the most frequent of comma, semicolon and tab in the header. */
export type CsvDelimiter = "," | ";" | "tab" | "auto";

/** A record in a table: the line on which it starts (from 1), and the text of its cells. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** Options for reading a table. */
export interface CsvOptions {
  /** The separator of cells; by default `auto`. */
  delimiter?: CsvDelimiter | undefined;
  /** Maximum length of a record, in characters (UTF-16 code units). */
  maxRecordLength?: number;
}

/** Number of characters at the start of the file that are used to detect the delimiter. */
const sampleLength = 64 * 1024;
/** Number of characters to read after a misplaced quote, so that the message can show the whole cell. */
const shownLength = 1000;

/**
 * Reads a table (RFC 4180) record by record, in bounded memory. Skips empty lines.
 *
 * The division into chunks does not affect the records. If the text has a fault (encoding, quotes, line ends,
 * a record that is too large), the fault is the last item, because the records after it cannot be separated.
 * It is always marked `fatal`.
 *
 * @returns one batch, which is not empty, for each piece of the file that completes records.
 */
export async function* readCsvRecords(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter = "auto", maxRecordLength = limits.importRowBytes }: CsvOptions = {},
): AsyncGenerator<CsvRecord[] | RowFault> {
  const size = Math.min(largestPiece, maxRecordLength);
  let splitter =
    delimiter === "auto" ? undefined : new RecordSplitter(characterOf(delimiter), maxRecordLength);
  let sample = "";
  let fault: TextFault | undefined;
  for await (const text of decodeText(chunks)) {
    if (typeof text !== "string") {
      fault = text;
      break;
    }
    let ready = text;
    if (!splitter) {
      sample += text;
      if (sample.length < sampleLength) continue;
      splitter = new RecordSplitter(delimiterOf(sample.slice(0, sampleLength)), maxRecordLength);
      ready = sample;
      sample = "";
    }
    yield* splitter.take(ready, size);
    if (splitter.stopped) return;
  }
  splitter ??= new RecordSplitter(delimiterOf(sample), maxRecordLength);
  yield* splitter.take(sample, size);
  if (!splitter.stopped) yield* splitter.end(fault);
}

const characterOf = (delimiter: Exclude<CsvDelimiter, "auto">): string =>
  delimiter === "tab" ? "\t" : delimiter;

/**
 * Returns the most frequent delimiter outside quotes in the first non-empty line. If counts are equal,
 * returns the first of comma, semicolon and tab.
 */
function delimiterOf(sample: string): string {
  const header = sample.replace(/^[\r\n]+/, "");
  const counts = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]));
  let inQuotes = false;
  for (const character of header) {
    if (character === '"') inQuotes = !inQuotes;
    if (inQuotes) continue;
    if (character === "\n") break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

class RecordSplitter {
  readonly #delimiter: string;
  readonly #limit: number;
  readonly #walk: QuoteWalk;
  /** The pieces of the incomplete record. */
  #pending: string[] = [];
  #pendingLength = 0;
  #line = 1;
  /** Length of all complete records so far, in characters. */
  #wholeLength = 0;
  /** A fault whose message can be built only after the rest of the line has been read. */
  #waiting: WalkFault | undefined;
  #stopped = false;

  constructor(delimiter: string, limit: number) {
    this.#delimiter = delimiter;
    this.#limit = limit;
    this.#walk = new QuoteWalk(delimiter);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  *take(text: string, size: number): Generator<CsvRecord[] | RowFault> {
    for (let start = 0; start < text.length && !this.#stopped; start += size) {
      yield* this.#push(text.slice(start, start + size));
    }
  }

  /** Returns the last records at the end of the text, or the fault that ends it. */
  *end(fault: TextFault | undefined): Generator<CsvRecord[] | RowFault> {
    const rest = this.#pending.join("");
    const open = this.#walk.openQuote;
    if (this.#waiting) yield this.#walkFault(this.#waiting);
    else if (fault) {
      const place = this.#placeIn(rest, rest.length);
      yield this.#stop({ line: place.line, code: fault.code, message: fault.message(place) });
    } else if (open !== undefined) {
      const place = this.#placeIn(rest, open - this.#wholeLength);
      yield this.#stop({ line: place.line, code: "malformed_csv", message: neverClosed(place) });
    } else {
      const records = this.#recordsOf(rest);
      if (records.length > 0) yield records;
    }
  }

  *#push(piece: string): Generator<CsvRecord[] | RowFault> {
    if (this.#waiting) {
      this.#hold(piece);
      if (this.#isKnown(this.#waiting, piece)) yield this.#walkFault(this.#waiting);
      return;
    }
    const { firstEnd, lastEnd, fault } = this.#walk.walk(piece);
    if (this.#pendingLength + (firstEnd === -1 ? piece.length : firstEnd - 1) > this.#limit) {
      const message = `The row is larger than ${this.#limit} characters, the maximum; check for a quote that is not closed.`;
      yield this.#stop({ line: this.#line, code: "row_too_large", message });
      return;
    }
    if (lastEnd !== -1) {
      const whole = this.#pending.join("") + piece.slice(0, lastEnd);
      this.#pending = [];
      this.#pendingLength = 0;
      this.#wholeLength += whole.length;
      const records = this.#recordsOf(whole);
      if (records.length > 0) yield records;
    }
    const from = Math.max(0, lastEnd);
    const startInPiece = this.#pendingLength - from;
    this.#hold(piece.slice(from));
    if (!fault) return;
    this.#waiting = { ...fault, at: startInPiece + fault.at };
    if (this.#isKnown(this.#waiting, piece.slice(Math.max(0, fault.at))))
      yield this.#walkFault(this.#waiting);
  }

  #hold(text: string): void {
    if (text !== "") this.#pending.push(text);
    this.#pendingLength += text.length;
  }

  /**
   * Returns whether all text that the message shows has been read, so that the pieces do not affect the
   * message.
   */
  #isKnown({ at }: WalkFault, piece: string): boolean {
    return piece.includes("\n") || this.#pendingLength - at >= shownLength;
  }

  #walkFault({ at, kind }: WalkFault): RowFault {
    const rest = this.#pending.join("");
    const place = this.#placeIn(rest, at);
    const text = rest.slice(0, at + shownLength);
    const message =
      kind === "bare_quote"
        ? bareQuote({ text, at, delimiter: this.#delimiter }, place)
        : stoppedAt(kind, text.slice(at), place);
    return this.#stop({ line: place.line, code: "malformed_csv", message });
  }

  #placeIn(rest: string, offset: number) {
    return placeOf(rest, offset, { line: this.#line, column: 1 });
  }

  #stop(fault: RowFault): RowFault {
    this.#stopped = true;
    return { ...fault, fatal: true };
  }

  /** Returns the records in a text that consists of complete records. */
  #recordsOf(text: string): CsvRecord[] {
    const block = withPlainEnds(text);
    // Papa removes a byte order mark at the start of its input. The mark of the file is already removed, so a
    // mark here belongs to a cell and is doubled.
    const given = block.startsWith("\uFEFF") ? `\uFEFF${block}` : block;
    const { data } = Papa.parse<string[]>(given, { delimiter: this.#delimiter, newline: "\n" });
    const mayBreak = block.includes('"');
    const records: CsvRecord[] = [];
    for (const cells of data.length > 0 ? data : [[""]]) {
      if (cells.length > 1 || cells[0] !== "") records.push({ line: this.#line, cells });
      this.#line += 1 + (mayBreak ? lineEndsIn(cells) : 0);
    }
    return records;
  }
}

/** Removes the last line end, and replaces CRLF between records by LF. Quoted cells stay unchanged. */
function withPlainEnds(text: string): string {
  const block = text.replace(/\r?\n$|\r$/, "");
  if (!block.includes("\r\n")) return block;
  if (!block.includes('"')) return block.replaceAll("\r\n", "\n");
  // Quotes occur in pairs, so every second part is outside quotes.
  const parts = block
    .split('"')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll("\r\n", "\n") : part));
  return parts.join('"');
}

function lineEndsIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  }
  return count;
}
