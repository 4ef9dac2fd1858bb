import { utf8 } from "../../../wire/crypto/bytes.ts";

/** A position in a text: line and column from 1, columns in characters. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Converts the engine's positions, which are offsets in UTF-8 bytes, into lines and columns. */
export function positionsOf(text: string): (byte: number) => TextPosition {
  const bytes = utf8(text);
  const decoder = new TextDecoder();
  return (byte) => {
    const before = decoder.decode(bytes.subarray(0, Math.min(byte, bytes.length)));
    const lines = before.split("\n");
    return { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
  };
}

/** Maximum nesting of brackets; the engine crashes at about 100. */
export const maxBracketDepth = 32;

const opening = new Set(["(", "[", "{"]);
const closing = new Set([")", "]", "}"]);

/**
 * The offset of the first bracket nested too deeply, in UTF-16 units; undefined if none is. Skips strings and
 * comments.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|[()[\]{}]/gs)) {
    if (opening.has(token)) depth += 1;
    else if (closing.has(token)) depth -= 1;
    if (depth > maxBracketDepth) return index;
  }
  return undefined;
}
