/** A place in a text: line and column from 1, columns in characters. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Turns places that are given in bytes of UTF-8, as the engine does, into lines and columns. */
export function positionsOf(text: string): (byte: number) => TextPosition {
  const bytes = Buffer.from(text);
  return (byte) => {
    const before = bytes.subarray(0, Math.min(byte, bytes.length)).toString();
    const lines = before.split("\n");
    return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
  };
}

/** Deepest nesting of brackets: with about a hundred the engine breaks. */
export const deepestBrackets = 32;

const opening = new Set(["(", "[", "{"]);
const closing = new Set([")", "]", "}"]);

/** The first bracket that is nested too deeply, in UTF-16 units; undefined: none is. Texts and comments are passed over. */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|[()[\]{}]/gs)) {
    if (opening.has(token)) depth += 1;
    else if (closing.has(token)) depth -= 1;
    if (depth > deepestBrackets) return index;
  }
  return undefined;
}
