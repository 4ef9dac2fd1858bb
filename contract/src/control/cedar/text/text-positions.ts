import { utf8 } from "../../../wire/crypto/bytes.ts";
import type { PolicyFinding } from "../../policies/policy-finding.ts";

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
 * The offset of the first bracket that is nested too deeply, in UTF-16 units; undefined if there is none.
 * Brackets in strings and comments do not count.
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

/** A part of a text: offsets in UTF-16 units, the end exclusive. */
export interface TextRange {
  start: number;
  end: number;
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
  const at = (offset: number) => positionOf(utf8(text.slice(0, offset)).length);
  return found.map(({ code, message, suggestion, range }) => {
    const start = range && at(range.start);
    const end = range && at(range.end);
    return {
      code,
      message: message.slice(0, 4000),
      suggestion: suggestion === null ? null : suggestion.slice(0, 1000),
      line: start?.line ?? null,
      column: start?.column ?? null,
      endLine: end?.line ?? null,
      endColumn: end?.column ?? null,
    };
  });
}
