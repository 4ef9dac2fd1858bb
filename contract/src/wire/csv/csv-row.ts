import Papa from "papaparse";
import { limits } from "../../platform/limits.ts";
import { bareQuote, neverClosed, stoppedAt } from "./csv-faults.ts";
import { decodeText, type TextFault } from "./csv-text.ts";
import { QuoteWalk, type WalkFault } from "./csv-walk.ts";
import type { RowFault } from "../rows/row-bytes.ts";
import { largestPiece } from "../rows/row-splitter.ts";
import { placeOf } from "../rows/text-place.ts";

/** What separates cells; `auto`: whichever of comma, semicolon and tab occurs most often in the header. */
export type CsvDelimiter = "," | ";" | "tab" | "auto";

/** A record of a table: the line where it begins, counted from 1, and the text of its cells. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** How a table is read. */
export interface CsvOptions {
  /** Default `auto`. */
  delimiter?: CsvDelimiter | undefined;
  /** Largest record, in characters (UTF-16 units). */
  maxRecordLength?: number;
}

/** How much of the beginning is looked at to tell the delimiter, in characters. */
const sampleLength = 64 * 1024;
/** How much is read on behind a misplaced quote, so that its whole cell can be shown, in characters. */
const shownLength = 1000;

/**
 * Reads a table (RFC 4180) record by record, in bounded memory; lines without anything in them are skipped.
 *
 * However the file is divided into chunks, the records are the same. Where the text is not what it must be (encoding,
 * quotes, line ends, a record that is too large), a last fault says so, always marked `fatal`: what follows it cannot be
 * told apart.
 *
 * @returns one batch for each piece of the file in which records end, none empty.
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

/** The delimiter that occurs most often outside quotes in the first line that is not empty; of equals the first. */
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
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

class RecordSplitter {
  readonly #delimiter: string;
  readonly #limit: number;
  readonly #walk: QuoteWalk;
  /** The record that is not whole yet: its text, and where it begins. */
  #begun: string[] = [];
  #begunLength = 0;
  #line = 1;
  /** Of all whole records so far, in characters. */
  #wholeLength = 0;
  /** A fault that waits for the rest of its line, which its message shows. */
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

  /** Gives what is left when the text ends, or why it cannot be read on. */
  *end(fault: TextFault | undefined): Generator<CsvRecord[] | RowFault> {
    const rest = this.#begun.join("");
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
    if (this.#begunLength + (firstEnd === -1 ? piece.length : firstEnd - 1) > this.#limit) {
      const message = `The row is larger than ${this.#limit} characters, the most a row may have; perhaps a quote in it is not closed.`;
      yield this.#stop({ line: this.#line, code: "row_too_large", message });
      return;
    }
    if (lastEnd !== -1) {
      const whole = this.#begun.join("") + piece.slice(0, lastEnd);
      this.#begun = [];
      this.#begunLength = 0;
      this.#wholeLength += whole.length;
      const records = this.#recordsOf(whole);
      if (records.length > 0) yield records;
    }
    const from = Math.max(0, lastEnd);
    const begunAt = this.#begunLength - from;
    this.#hold(piece.slice(from));
    if (!fault) return;
    this.#waiting = { ...fault, at: begunAt + fault.at };
    if (this.#isKnown(this.#waiting, piece.slice(Math.max(0, fault.at))))
      yield this.#walkFault(this.#waiting);
  }

  #hold(text: string): void {
    if (text !== "") this.#begun.push(text);
    this.#begunLength += text.length;
  }

  /** Whether as much is there as the message shows: then it does not depend on where the piece ends. */
  #isKnown({ at }: WalkFault, piece: string): boolean {
    return piece.includes("\n") || this.#begunLength - at >= shownLength;
  }

  #walkFault({ at, kind }: WalkFault): RowFault {
    const rest = this.#begun.join("");
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

  /** The records of a text in which they are whole. */
  #recordsOf(text: string): CsvRecord[] {
    const block = withPlainEnds(text);
    // Papa drops a byte order mark at the beginning of what it is given; that of the file is dropped already.
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

/** The text without its last line end, and with LF where records end with CRLF; cells keep what is in their quotes. */
function withPlainEnds(text: string): string {
  const block = text.replace(/\r?\n$|\r$/, "");
  if (!block.includes("\r\n")) return block;
  if (!block.includes('"')) return block.replaceAll("\r\n", "\n");
  // Quotes come in pairs, so every second part lies outside them.
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
