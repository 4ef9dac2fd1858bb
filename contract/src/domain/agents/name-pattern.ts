// Patterns of names, for example of tools. `*` matches any number of characters, including zero. No other
// character is special, and names are compared case-sensitively.
import { inByteOrder } from "../values/texts/byte-order.ts";

/** Maximum number of `*` in one pattern. */
export const maxPatternStars = 4;

/**
 * Returns whether a text is a valid pattern. A pattern is not empty and contains at most 4 `*`. A pattern
 * without `*` matches only itself.
 */
export const isNamePattern = (text: string): boolean =>
  text.length > 0 && text.split("*").length - 1 <= maxPatternStars;

/** Returns whether a pattern matches every name, because it consists only of `*`. */
export const matchesEverything = (pattern: string): boolean => /^\*+$/.test(pattern);

/**
 * Returns whether a pattern matches a name.
 *
 * Each literal part is matched at its first possible position, so the time for each part is linear in the
 * length of the name.
 */
export function matchesName(pattern: string, name: string): boolean {
  // Most patterns are exact names, and splitting them would take several times as long.
  if (!pattern.includes("*")) return pattern === name;
  const [prefix = "", ...rest] = pattern.split("*");
  const suffix = rest.pop() ?? "";
  const end = name.length - suffix.length;
  if (end < prefix.length || !name.startsWith(prefix) || !name.endsWith(suffix)) return false;
  let at = prefix.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

const literalsOf = (pattern: string): number => pattern.replaceAll("*", "").length;

const prefixOf = (pattern: string): number => {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern.length : star;
};

/**
 * Compares two patterns for sorting, more specific patterns first. An exact name is more specific than a
 * pattern. Of two patterns, the one with more literal characters is more specific. Ties are decided by the
 * longer prefix before the first `*`, and then by byte order.
 */
export const bySpecificity = (one: string, other: string): number =>
  Number(one.includes("*")) - Number(other.includes("*")) ||
  literalsOf(other) - literalsOf(one) ||
  prefixOf(other) - prefixOf(one) ||
  inByteOrder(one, other);

/** Returns the most specific pattern that matches a name; undefined if no pattern matches. */
export function bestPattern(patterns: Iterable<string>, name: string): string | undefined {
  let best: string | undefined;
  for (const pattern of patterns)
    if (matchesName(pattern, name) && (best === undefined || bySpecificity(pattern, best) < 0))
      best = pattern;
  return best;
}
