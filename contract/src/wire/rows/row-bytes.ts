/** Why a row cannot be read. */
export interface RowFault {
  line: number;
  code: "malformed_json" | "malformed_csv" | "invalid_encoding" | "row_too_large" | "validation_failed";
  message: string;
  /** The rest of the file cannot be read because of it. */
  fatal?: true;
}

/** A row as it stands in its file: its text, and the line and column (from 1) where it begins. */
export interface RawRow {
  line: number;
  column: number;
  text: string;
}

/** A row's text, or why there is none. */
export type SplitRow = RawRow | RowFault;

/** Cuts a file, given piece by piece, into its rows. */
export interface RowSplitter {
  /** Takes the next piece (of at most the largest row's size) and gives the rows that end in it. */
  push(piece: Uint8Array): SplitRow[];
  /** Gives what is left when the file ends. */
  end(): SplitRow[];
}

// A byte order mark is dropped at the beginning of a file; anywhere else it is a fault, whatever the pieces are.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 as it stands; undefined when it is not UTF-8. */
export function decodeRow(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Joins pieces of bytes. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** The bytes of a row that began in an earlier piece of the file; keeps no more than the largest row has. */
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

  /** Copies the bytes, so that the piece they came in can be let go. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#limit) this.#pieces = [];
    else if (bytes.length > 0) this.#pieces.push(bytes.slice());
  }

  /** The row with the bytes so far and its last ones; then forgets them. */
  finish(last: Uint8Array, { line, column }: { line: number; column: number }): SplitRow {
    const tooLarge = this.#length + last.length > this.#limit;
    // A row that lies in one piece, as nearly all do, is decoded where it is.
    const bytes = this.#pieces.length === 0 ? last : joined([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    if (tooLarge) {
      return {
        line,
        code: "row_too_large",
        message: `The row is larger than ${this.#limit} bytes, the most a row may have.`,
      };
    }
    const text = decodeRow(bytes);
    if (text !== undefined) return { line, column, text };
    return { line, code: "invalid_encoding", message: "The row is not valid UTF-8; save the file as UTF-8." };
  }
}
