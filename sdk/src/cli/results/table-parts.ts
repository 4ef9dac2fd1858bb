// Tables that fit the width of a terminal.
import type { Output, TableContent } from "../output.ts";

/**
 * Divides a text into lines of at most `width` characters, as far as its parts permit.
 *
 * @param breaks matches the places where a line may end; the matched characters are left out.
 */
export function linesOf(text: string, width: number, breaks: RegExp): string[] {
  const lines: string[] = [];
  for (const part of text.split(breaks)) {
    const joined = `${lines.at(-1) ?? ""} ${part}`;
    if (lines.length > 0 && joined.length <= width) lines.splice(-1, 1, joined);
    else lines.push(part);
  }
  return lines;
}

/** Puts each word of a heading on its own line; a word can end at an underscore. */
const stackedHead = (head: TableContent["head"]): TableContent["head"] =>
  head.map((title) => (typeof title === "string" ? title.split(/ |(?<=_)(?=.)/) : title));

/**
 * Returns a table as one or more tables that fit the width of stdout. A table that is too wide first gets
 * headings of several lines. If it is still too wide, it is divided into groups of columns, and each group
 * repeats the first columns.
 *
 * @param labels number of columns at the left that each part repeats.
 */
export function tableParts(table: TableContent, output: Pick<Output, "fits">, labels = 1): TableContent[] {
  if (output.fits([table])) return [table];
  const stacked = { ...table, head: stackedHead(table.head) };
  if (output.fits([stacked])) return [stacked];
  const part = (start: number, end: number): TableContent => {
    const columns = <Value>(row: readonly Value[]): Value[] => [
      ...row.slice(0, labels),
      ...row.slice(start, end),
    ];
    return { head: columns(table.head), rows: table.rows.map((row) => columns(row)) };
  };
  const parts: TableContent[] = [];
  for (let start = labels, end = start + 1; start < table.head.length; start = end, end += 1) {
    while (end < table.head.length && output.fits([part(start, end + 1)])) end += 1;
    parts.push(part(start, end));
  }
  return parts;
}
