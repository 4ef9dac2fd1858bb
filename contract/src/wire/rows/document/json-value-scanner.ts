const byteOf = (character: string): number => character.charCodeAt(0);

/** The bytes that have a meaning in JSON. */
export const jsonBytes = {
  quote: byteOf('"'),
  backslash: byteOf("\\"),
  comma: byteOf(","),
  colon: byteOf(":"),
  lineFeed: byteOf("\n"),
  openBracket: byteOf("["),
  closeBracket: byteOf("]"),
  openBrace: byteOf("{"),
  closeBrace: byteOf("}"),
} as const;

const { quote, backslash, comma, lineFeed, openBracket, closeBracket, openBrace, closeBrace } = jsonBytes;

/** Whether a byte is white space in JSON. */
export const isJsonSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Finds the ends of JSON values in a file without parsing them, and counts lines and columns. */
export class JsonValueScanner {
  /** Line and column of the next byte, starting at 1. */
  line = 1;
  column = 1;
  /**
   * Number of open brackets in the current value. A bare word or number has none and ends at the next other
   * character.
   */
  #depth = 0;
  #bare = false;
  /** The byte that closes the container of the value. */
  #closer = 0;
  #inString = false;
  #escaped = false;

  /**
   * Starts a value. Its first byte is the next byte.
   *
   * @param closer the byte that closes the container of the value.
   */
  start(first: number, closer: number): void {
    this.#closer = closer;
    this.#bare = first !== quote && first !== openBrace && first !== openBracket;
  }

  /**
   * Reads the current value up to its end or the end of the piece.
   *
   * @returns the offset after the value; undefined if the value continues in the next piece.
   */
  endIn(piece: Uint8Array, start: number): number | undefined {
    for (let index = start; index < piece.length; index += 1) {
      const byte = piece[index] ?? 0;
      if (this.#bare && (isJsonSpace(byte) || byte === comma || byte === this.#closer)) return index;
      this.advance(byte);
      if (this.#closesWith(byte)) return index + 1;
    }
    return undefined;
  }

  /** Counts a byte. Columns count characters, and continuation bytes of UTF-8 do not start a character. */
  advance(byte: number): void {
    if (byte === lineFeed) {
      this.line += 1;
      this.column = 1;
    } else if ((byte & 0xc0) !== 0x80) this.column += 1;
  }

  /** Returns whether the value ends with this byte. The parser of the value checks that brackets match. */
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
}
