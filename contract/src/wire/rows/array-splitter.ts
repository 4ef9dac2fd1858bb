import { RowBytes, type RowSplitter, type SplitRow } from "./row-bytes.ts";
import { shown } from "./text-place.ts";

const byteOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, comma, lineFeed] = [byteOf('"'), byteOf("\\"), byteOf(","), byteOf("\n")];
const [openBracket, closeBracket, openBrace, closeBrace] = [
  byteOf("["),
  byteOf("]"),
  byteOf("{"),
  byteOf("}"),
];
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

type State = "start" | "first" | "row" | "inside" | "between" | "end";

const wanted: Record<Exclude<State, "inside">, string> = {
  start: '"[" was expected: the file must be one JSON array of rows',
  first: 'a row or "]" was expected',
  row: "a row was expected",
  between: '"," or "]" was expected',
  end: "the end of the file was expected",
};

/** The advice for a file that starts with an object: JSON Lines, or a dataset whose keys are the ids. */
const objectHint =
  "; rows in an object must become an array, with the object's keys as ids, and JSON Lines need the content type application/x-ndjson";

/**
 * Splits one JSON array into its elements without parsing them, so that each element is parsed and rejected
 * separately.
 */
export class ArraySplitter implements RowSplitter {
  readonly #row: RowBytes;
  #state: State = "start";
  /** Line and column of the next byte. */
  #line = 1;
  #column = 1;
  /** Start of the current element. */
  #rowStart = { line: 1, column: 1 };
  /**
   * Number of open brackets in the current element. A bare word or number has none and ends at the next other
   * character.
   */
  #depth = 0;
  #bare = false;
  #inString = false;
  #escaped = false;
  #stopped = false;

  constructor(maxRowBytes: number) {
    this.#row = new RowBytes(maxRowBytes);
  }

  push(piece: Uint8Array): SplitRow[] {
    const rows: SplitRow[] = [];
    for (let index = 0; index < piece.length && !this.#stopped;) {
      if (this.#state !== "inside") {
        index += this.#outside(piece[index] ?? 0, rows);
        continue;
      }
      const end = this.#insideUntil(piece, index);
      const bytes = piece.subarray(index, end);
      index = end;
      if (this.#state === "inside") this.#row.add(bytes);
      else rows.push(this.#row.finish(bytes, this.#rowStart));
    }
    return rows;
  }

  end(): SplitRow[] {
    if (this.#stopped || this.#state === "end") return [];
    if (this.#state !== "inside") return [this.#stop(`the file ends where ${wanted[this.#state]}`)];
    const { line, column } = this.#rowStart;
    return [this.#stop(`the file ends inside the row that starts at line ${line}, column ${column}`)];
  }

  /**
   * Reads one byte between elements. Returns the number of bytes used, which is 0 if an element starts with
   * this byte.
   */
  #outside(byte: number, rows: SplitRow[]): number {
    const state = this.#state;
    if (state === "inside") return 0;
    if (isSpace(byte)) {
      this.#advance(byte);
      return 1;
    }
    const next = nextState(state, byte);
    if (next === "inside") {
      this.#open(byte);
      return 0;
    }
    if (next === undefined) {
      const character =
        byte < 0x80 ? shown(String.fromCharCode(byte)) : `byte 0x${byte.toString(16).toUpperCase()}`;
      const hint = state === "start" && byte === openBrace ? objectHint : "";
      rows.push(this.#stop(`found ${character} where ${wanted[state]}${hint}`));
      return 1;
    }
    this.#state = next;
    this.#advance(byte);
    return 1;
  }

  #open(first: number): void {
    this.#state = "inside";
    this.#rowStart = { line: this.#line, column: this.#column };
    this.#bare = first !== quote && first !== openBrace && first !== openBracket;
  }

  /**
   * Reads the current element up to its end or the end of the piece. Returns the offset after it. At the end
   * of the element, the state changes.
   */
  #insideUntil(piece: Uint8Array, start: number): number {
    for (let index = start; index < piece.length; index += 1) {
      const byte = piece[index] ?? 0;
      if (this.#bare && (isSpace(byte) || byte === comma || byte === closeBracket)) {
        this.#state = "between";
        return index;
      }
      this.#advance(byte);
      if (this.#closesWith(byte)) {
        this.#state = "between";
        return index + 1;
      }
    }
    return piece.length;
  }

  /**
   * Returns whether the element ends with this byte. The parser of the element checks that brackets match.
   */
  #closesWith(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) {
        this.#inString = false;
        return this.#depth === 0 && !this.#bare;
      }
      return false;
    }
    if (byte === quote) this.#inString = !this.#bare;
    else if (byte === openBrace || byte === openBracket) this.#depth += this.#bare ? 0 : 1;
    else if ((byte === closeBrace || byte === closeBracket) && !this.#bare) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return false;
  }

  #advance(byte: number): void {
    if (byte === lineFeed) {
      this.#line += 1;
      this.#column = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      // Columns count characters. Continuation bytes of UTF-8 do not start a character.
      this.#column += 1;
    }
  }

  #stop(problem: string): SplitRow {
    this.#stopped = true;
    const message = `Not valid JSON at line ${this.#line}, column ${this.#column}: ${problem}.`;
    return { line: this.#line, code: "malformed_json", message, fatal: true };
  }
}

/**
 * Returns the state after a byte other than white space between elements; undefined if the byte is invalid
 * there.
 */
function nextState(state: Exclude<State, "inside">, byte: number): State | undefined {
  if (state === "start") return byte === openBracket ? "first" : undefined;
  if (state === "end") return undefined;
  if (state === "between") return byte === comma ? "row" : byte === closeBracket ? "end" : undefined;
  if (byte === closeBracket) return state === "first" ? "end" : undefined;
  return byte === comma || byte === closeBrace ? undefined : "inside";
}
