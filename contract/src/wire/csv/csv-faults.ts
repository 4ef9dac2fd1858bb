import { cut } from "../http/quote.ts";
import { shown, type TextStart } from "../rows/text-place.ts";

const placeText = ({ line, column }: TextStart): string => `line ${line}, column ${column}`;

/** What is wrong when the file ends inside quotes. */
export const neverClosed = (place: TextStart): string =>
  `The quote that opens at ${placeText(place)} is never closed.`;

/** What is wrong where a quoted cell does not end as it should, or a carriage return stands alone. */
export function stoppedAt(kind: "after_quote" | "lone_return", rest: string, place: TextStart): string {
  if (kind === "lone_return") {
    return `A carriage return stands alone at ${placeText(place)}; lines must end with LF or CRLF.`;
  }
  const next = shown(String.fromCodePoint(rest.codePointAt(0) ?? 0));
  return `Found ${next} at ${placeText(place)}, behind the quote that ends a cell; a quote inside a quoted cell must be doubled.`;
}

/**
 * What is wrong with a quote inside a cell that does not begin with one, and how the cell is to be written.
 *
 * @param text of the record, as far as it is known.
 * @param at offset of the quote in the text.
 */
export function bareQuote(
  { text, at, delimiter }: { text: string; at: number; delimiter: string },
  place: TextStart,
): string {
  const before = text.slice(0, at);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf(delimiter)) + 1;
  const cell = cellFrom(text.slice(start), delimiter);
  const form = `"${cell.replaceAll('"', '""')}"`;
  return `A quote stands at ${placeText(place)} in a cell that does not begin with one; write the whole cell in quotes and double those in it: ${cut(form, 200)}`;
}

/** The cell that a text begins with: as much of it as is JSON, though delimiters stand in it; else up to the delimiter. */
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
