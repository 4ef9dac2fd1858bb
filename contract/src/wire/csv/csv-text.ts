import { joined } from "../rows/row-bytes.ts";
import { largestPiece } from "../rows/row-splitter.ts";
import { binaryFormatOf, signatureBytes } from "../rows/binary-file.ts";
import type { TextStart } from "../rows/text-place.ts";

/** Why the rest of a file's text cannot be read. */
export interface TextFault {
  code: "invalid_encoding" | "validation_failed";
  /** Builds the message. `place` is the position at which the readable text ends. */
  message: (place: TextStart) => string;
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

const marks: { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/**
 * Decodes a file piece by piece, as UTF-8, or as UTF-16 if it starts with a byte order mark. Removes the
 * mark.
 *
 * The chunks affect neither the text before a fault nor the fault. Invalid bytes and U+0000 are faults and
 * are never replaced.
 *
 * @returns non-empty pieces of text. The text after a fault is not read.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string | TextFault> {
  let head: Uint8Array = new Uint8Array();
  let decoding: TextDecoding | undefined;
  const take = function* (bytes: Uint8Array, last: boolean): Generator<string | TextFault> {
    const advice = decoding ? undefined : binaryFormatOf(bytes);
    if (advice !== undefined) {
      yield { code: "invalid_encoding", message: () => advice };
      return;
    }
    const current = decoding ?? new TextDecoding(encodingOf(bytes));
    const rest = decoding ? bytes : bytes.subarray(current.markLength(bytes));
    decoding = current;
    for (let start = 0; start < rest.length; start += largestPiece) {
      yield* current.take(rest.subarray(start, start + largestPiece), false);
    }
    if (last) yield* current.take(new Uint8Array(), true);
  };
  for await (const chunk of chunks) {
    const bytes: Uint8Array = decoding ? chunk : joined([head, chunk]);
    if (!decoding && bytes.length < signatureBytes) {
      head = bytes;
      continue;
    }
    head = new Uint8Array();
    for (const piece of take(bytes, false)) {
      yield piece;
      if (typeof piece !== "string") return;
    }
  }
  for (const piece of take(head, true)) {
    yield piece;
    if (typeof piece !== "string") return;
  }
}

const encodingOf = (bytes: Uint8Array): Encoding =>
  marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))?.encoding ?? "utf-8";

class TextDecoding {
  readonly #encoding: Encoding;
  readonly #decoder: TextDecoder;
  /** The first bytes of a character that the next pieces complete. */
  #pending: Uint8Array = new Uint8Array();

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
    this.#decoder = decoderOf(encoding);
  }

  markLength(bytes: Uint8Array): number {
    const mark = marks.find(({ encoding }) => encoding === this.#encoding)?.bytes ?? [];
    return mark.every((byte, index) => bytes[index] === byte) ? mark.length : 0;
  }

  *take(piece: Uint8Array, last: boolean): Generator<string | TextFault> {
    const bytes = this.#pending.length === 0 ? piece : joined([this.#pending, piece]);
    const end = last ? bytes.length : bytes.length - unfinished(bytes, this.#encoding);
    this.#pending = bytes.slice(end);
    const whole = bytes.subarray(0, end);
    const { text, fault } = this.#decode(whole);
    const nul = text.indexOf("\0");
    if (nul !== -1) {
      if (nul > 0) yield text.slice(0, nul);
      yield nulFault;
      return;
    }
    if (text.length > 0) yield text;
    if (fault) yield fault;
  }

  #decode(bytes: Uint8Array): { text: string; fault?: TextFault } {
    try {
      return { text: this.#decoder.decode(bytes) };
    } catch {
      const good = validLength(bytes, this.#encoding);
      const start = good - unfinished(bytes.subarray(0, good), this.#encoding);
      const text = decoderOf(this.#encoding).decode(bytes.subarray(0, start));
      return { text, fault: encodingFault(this.#encoding, bytes[start] ?? 0) };
    }
  }
}

// Only the byte order mark at the start of the file is removed. Elsewhere it is an ordinary character.
const decoderOf = (encoding: Encoding): TextDecoder =>
  new TextDecoder(encoding, { fatal: true, ignoreBOM: true });

/** Returns the number of bytes at the end that belong to an incomplete character. */
function unfinished(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding !== "utf-8") {
    const odd = bytes.length % 2;
    const high = bytes[bytes.length - odd - (encoding === "utf-16le" ? 1 : 2)] ?? 0;
    return odd + (high >= 0xd8 && high <= 0xdb ? 2 : 0);
  }
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

/**
 * Returns the length of the longest prefix that can be decoded. The character at its end may be incomplete.
 */
function validLength(bytes: Uint8Array, encoding: Encoding): number {
  let good = 0;
  for (let bad = bytes.length + 1; bad - good > 1;) {
    const middle = (good + bad) >> 1;
    try {
      decoderOf(encoding).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return good;
}

const nulFault: TextFault = {
  code: "validation_failed",
  message: ({ line, column }) =>
    `U+0000 at line ${line}, column ${column} cannot be stored; the file must be text in UTF-8, or in UTF-16 with a byte order mark.`,
};

const encodingFault = (encoding: Encoding, byte: number): TextFault => ({
  code: "invalid_encoding",
  message: ({ line, column }) =>
    encoding === "utf-8"
      ? `Byte 0x${byte.toString(16).toUpperCase().padStart(2, "0")} at line ${line}, column ${column} is not UTF-8; save the file as UTF-8.`
      : `The text at line ${line}, column ${column} is not UTF-16, which the byte order mark of the file announces; save the file as UTF-8.`,
});
