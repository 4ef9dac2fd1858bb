import { utf8 } from "../../../wire/crypto/bytes.ts";
import type { PolicyFinding } from "../../policies/policy-finding.ts";
import { positionsOf } from "./text-positions.ts";

/** A part of a text: offsets in UTF-16 units, the end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches a chain of attributes as policies write it: with dots, brackets, or `has` before the last names. */
export function patternOf(variable: string, names: readonly string[]): RegExp {
  const links = names.map(
    (name) => `\\s*(?:(?:\\.|\\bhas\\b)\\s*"?${escaped(name)}"?(?!\\w)|\\[\\s*"${escaped(name)}"\\s*\\])`,
  );
  return new RegExp(`\\b${variable}${links.join("")}`);
}

/** Findings with the lines and columns of their ranges; without a range, they concern the whole text. */
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
