/** A file of text, whole or in pieces. */
export type TextSource =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/**
 * The lines of a text without their ends, as they are read; `ended` is false for a last line without an end.
 *
 * @throws {TypeError} if bytes are not UTF-8.
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
