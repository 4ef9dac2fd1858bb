/** A text file, as a whole or in pieces. */
export type TextSource =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/**
 * Yields the lines of a text as they are read, without their line ends. `ended` is false if the last line has
 * no line end.
 *
 * @throws {TypeError} if the bytes are not UTF-8.
 */
export async function* textLines(
  source: TextSource,
): AsyncGenerator<{ line: string; ended: boolean }, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  const pieces = typeof source === "string" || source instanceof Uint8Array ? [source] : source;
  for await (const piece of pieces) {
    rest += typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield { line, ended: true };
  }
  rest += decoder.decode();
  if (rest !== "") yield { line: rest, ended: false };
}
