import { utf8 } from "../../../wire/crypto/bytes.ts";
import type { PolicyFinding } from "../../policies/policy-finding.ts";

/** A part of a text: offsets in UTF-16 units, the end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** The position of a part of a text, as in findings: lines and columns from 1, columns in characters. */
export type TextPosition = Pick<PolicyFinding, "line" | "column" | "endLine" | "endColumn">;

/** The position of a whole text. */
const wholeText: TextPosition = { line: null, column: null, endLine: null, endColumn: null };

/**
 * Returns a function that converts parts of a text to positions. If it is called without a part, the position
 * is that of the whole text. The time for all parts together is linear in the length of the text.
 */
export function positionsOf(text: string): (range: TextRange | undefined) => TextPosition {
  const columns = new Uint32Array(text.length + 1);
  const lines = new Uint32Array(text.length + 1);
  let [line, column] = [1, 1];
  let offset = 0;
  for (const character of text) {
    for (const end = offset + character.length; offset < end; offset += 1) {
      lines[offset] = line;
      columns[offset] = column;
    }
    if (character === "\n") [line, column] = [line + 1, 1];
    else column += 1;
  }
  lines[offset] = line;
  columns[offset] = column;
  const at = (index: number) => [lines[index] ?? line, columns[index] ?? column] as const;
  return (range) => {
    if (!range) return wholeText;
    const [start, end] = [at(range.start), at(range.end)];
    return { line: start[0], column: start[1], endLine: end[0], endColumn: end[1] };
  };
}

/** Returns a function that converts the engine's offsets, in UTF-8 bytes, to offsets in UTF-16 units. */
export function offsetsOf(text: string): (byte: number) => number {
  const bytes = utf8(text);
  const decoder = new TextDecoder();
  return (byte) => decoder.decode(bytes.subarray(0, Math.min(byte, bytes.length))).length;
}

/** Maximum nesting of brackets; the engine crashes at about 100. */
export const maxBracketDepth = 32;

const opening = new Set(["(", "[", "{"]);
const closing = new Set([")", "]", "}"]);

/**
 * The offset of the first bracket that is nested too deeply, in UTF-16 units; undefined if there is none.
 * Brackets in strings and comments do not count.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|[()[\]{}]/gs)) {
    if (opening.has(token)) depth += 1;
    else if (closing.has(token)) depth -= 1;
    if (depth > maxBracketDepth) return index;
  }
  return undefined;
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Creates a pattern for a chain of attributes in a policy's text. The chain may contain dots, brackets, or
 * `has` before the last names.
 */
export function patternOf(variable: string, names: readonly string[]): RegExp {
  const links = names.map(
    (name) => `\\s*(?:(?:\\.|\\bhas\\b)\\s*"?${escaped(name)}"?(?!\\w)|\\[\\s*"${escaped(name)}"\\s*\\])`,
  );
  return new RegExp(`\\b${variable}${links.join("")}`);
}

/**
 * Converts the ranges of findings to lines and columns. A finding without a range concerns the whole text.
 */
export function findingsAt(
  text: string,
  found: readonly (Pick<PolicyFinding, "code" | "message" | "suggestion"> & {
    range: TextRange | undefined;
  })[],
): PolicyFinding[] {
  const positionOf = positionsOf(text);
  return found.map(({ code, message, suggestion, range }) => ({
    code,
    message: message.slice(0, 4000),
    suggestion: suggestion === null ? null : suggestion.slice(0, 1000),
    ...positionOf(range),
  }));
}
