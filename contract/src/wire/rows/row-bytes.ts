/** Why a row cannot be read. */
export interface RowFault {
  line: number;
  code: "malformed_json" | "malformed_csv" | "invalid_encoding" | "row_too_large" | "validation_failed";
  message: string;
  /** The key of the row if the rows are members of an object. */
  key?: string;
  /** Set if the rest of the file cannot be read. */
  fatal?: true;
}

/** The text of a row, with the line and column at which it starts in the file (from 1). */
export interface RawRow {
  line: number;
  column: number;
  text: string;
  /** The key of the row if the rows are members of an object. */
  key?: string;
}

/** The text of a row, or why the row cannot be read. */
export type SplitRow = RawRow | RowFault;

/** Splits a file into rows, piece by piece. */
export interface RowSplitter {
  /**
   * Adds the next piece (at most as large as the maximum size of a row) and returns the rows that it
   * completes.
   */
  push(piece: Uint8Array): SplitRow[];
  /** Returns the last rows at the end of the file. */
  end(): SplitRow[];
}

// Only a byte order mark at the start of a file is removed. Elsewhere it is a fault, regardless of the
// pieces.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. */
export function decodeRow(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Concatenates pieces of bytes. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** The bytes of a row that started in an earlier piece of the file, up to the maximum size of a row. */
export class RowBytes {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Copies the bytes, so that the piece that contains them can be garbage-collected. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#limit) this.#pieces = [];
    else if (bytes.length > 0) this.#pieces.push(bytes.slice());
  }

  /** Adds the last bytes, returns the row, and resets. */
  finish(last: Uint8Array, { line, column }: { line: number; column: number }): SplitRow {
    const tooLarge = this.#length + last.length > this.#limit;
    // A row inside a single piece, which is the usual case, is decoded without a copy.
    const bytes = this.#pieces.length === 0 ? last : joined([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    if (tooLarge) {
      return {
        line,
        code: "row_too_large",
        message: `The row is larger than ${this.#limit} bytes, the maximum.`,
      };
    }
    const text = decodeRow(bytes);
    if (text !== undefined) return { line, column, text };
    return { line, code: "invalid_encoding", message: "The row is not valid UTF-8; save the file as UTF-8." };
  }
}
