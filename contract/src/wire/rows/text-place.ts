import { cut } from "../http/quote.ts";

/** The line and column at which a text starts in its file, both starting at 1. */
export interface TextStart {
  line: number;
  column: number;
}

const wordPattern = /[\w.+-]{1,40}/y;
const invisible = /[\p{C}\p{Z}]/u;

/**
 * Returns the line and column of an offset in a text.
 *
 * @param offset from 0 to the length of the text, in UTF-16 code units.
 * @returns line and column, both starting at 1. Lines end at LF, and columns count characters (code points).
 */
export function placeOf(text: string, offset: number, start: TextStart = { line: 1, column: 1 }): TextStart {
  let line = start.line;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  let column = lineStart === 0 ? start.column : 1;
  for (let index = lineStart; index < offset; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) column += 1;
  }
  return { line, column };
}

/**
 * Returns the run of letters, digits and `_ . + -` at an offset (at most 40 characters), which may be empty.
 */
export function wordAt(text: string, offset: number): string {
  wordPattern.lastIndex = offset;
  return wordPattern.exec(text)?.[0] ?? "";
}

/** Formats a character for messages: in quotes, or as its number if it is invisible. */
export function shown(character: string): string {
  if (!invisible.test(character)) return JSON.stringify(character);
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Formats the text at an offset for messages: a word, a character, or the end of the text. */
export function found(text: string, offset: number): string {
  const point = text.codePointAt(offset);
  if (point === undefined) return "the text ends";
  const word = wordAt(text, offset);
  return `found ${word === "" ? shown(String.fromCodePoint(point)) : JSON.stringify(cut(word, 30))}`;
}
