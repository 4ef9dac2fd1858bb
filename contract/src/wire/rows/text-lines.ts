import { quoted } from "../http/quote.ts";

/** A text file, as a whole or in pieces. */
export type TextSource =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/** Thrown for bytes that are not UTF-8. */
export class InvalidUtf8Error extends TypeError {
  override readonly name = "InvalidUtf8Error";
}

/** Returns whether a value can be read as a text file. The pieces of an iterable are checked when read. */
export function isTextSource(value: unknown): value is TextSource {
  if (typeof value === "string" || value instanceof Uint8Array) return true;
  if (typeof value !== "object" || value === null) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/**
 * Yields the lines of a text as they are read, without their line ends. `ended` is false if the last line has
 * no line end.
 *
 * @throws {InvalidUtf8Error} if the bytes are not UTF-8.
 * @throws {TypeError} if a piece is neither a string nor bytes.
 */
export async function* textLines(
  source: TextSource,
): AsyncGenerator<{ line: string; ended: boolean }, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  const pieces = typeof source === "string" || source instanceof Uint8Array ? [source] : source;
  for await (const piece of pieces) {
    rest += typeof piece === "string" ? piece : decoded(decoder, piece);
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield { line, ended: true };
  }
  rest += decoded(decoder, undefined);
  if (rest !== "") yield { line: rest, ended: false };
}

/**
 * Decodes the next bytes of a stream. For undefined, checks that the stream does not end inside a character.
 */
function decoded(decoder: TextDecoder, piece: unknown): string {
  if (piece !== undefined && !(piece instanceof Uint8Array))
    throw new TypeError(`A piece of the text is ${quoted(piece)}; it must be a string or a Uint8Array.`);
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch (error) {
    throw new InvalidUtf8Error("The text is not UTF-8.", { cause: error });
  }
}
