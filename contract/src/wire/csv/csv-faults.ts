import { cut } from "../http/quote.ts";
import { shown, type TextStart } from "../rows/text-place.ts";

const placeText = ({ line, column }: TextStart): string => `line ${line}, column ${column}`;

/** Returns the message for a file that ends inside quotes. */
export const neverClosed = (place: TextStart): string =>
  `The quote at ${placeText(place)} is not closed; each quoted cell must end with a quote.`;

/**
 * Returns the message for text after a cell's closing quote, or for a carriage return without a line feed.
 */
export function stoppedAt(kind: "after_quote" | "lone_return", rest: string, place: TextStart): string {
  if (kind === "lone_return") {
    return `Found a carriage return without a line feed at ${placeText(place)}; lines must end with LF or CRLF.`;
  }
  const next = shown(String.fromCodePoint(rest.codePointAt(0) ?? 0));
  return `Found ${next} at ${placeText(place)}, after the closing quote of a cell; a quote inside a quoted cell must be doubled.`;
}

/**
 * Returns the message for a quote inside an unquoted cell. The message contains the correct form of the cell.
 *
 * @param text the text of the record that has been read so far.
 * @param at the offset of the quote in the text.
 */
export function bareQuote(
  { text, at, delimiter }: { text: string; at: number; delimiter: string },
  place: TextStart,
): string {
  const before = text.slice(0, at);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf(delimiter)) + 1;
  const cell = cellFrom(text.slice(start), delimiter);
  const form = `"${cell.replaceAll('"', '""')}"`;
  return `Found a quote at ${placeText(place)} inside an unquoted cell; it must be written as ${cut(form, 200)}`;
}

/**
 * Returns the cell at the start of a text. If the text starts with JSON, the cell is this JSON, even if it
 * contains delimiters. Otherwise, the cell ends at the first delimiter.
 */
function cellFrom(text: string, delimiter: string): string {
  const line = text.split(/\r?\n/, 1)[0] ?? "";
  const closer = closers.get(line.charAt(0));
  if (closer !== undefined) {
    for (let end = line.indexOf(closer); end !== -1; end = line.indexOf(closer, end + 1)) {
      const part = line.slice(0, end + 1);
      if (isJson(part)) return part;
    }
  }
  return line.split(delimiter, 1)[0] ?? "";
}

const closers = new Map([
  ["{", "}"],
  ["[", "]"],
]);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
