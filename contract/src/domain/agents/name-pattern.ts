// Patterns of names, e.g. of tools. `*` matches any run of characters, also none. No other character is
// special, and names are compared case-sensitively.

/** Maximum number of `*` in one pattern. */
export const maxPatternStars = 4;

/** Whether a text is a pattern: not empty, and at most 4 `*`. A text without `*` matches only itself. */
export const isNamePattern = (text: string): boolean =>
  text.length > 0 && text.split("*").length - 1 <= maxPatternStars;

/** Whether a pattern matches every name: it consists of `*` only. */
export const matchesEverything = (pattern: string): boolean => /^\*+$/.test(pattern);

/**
 * Whether a pattern matches a name.
 *
 * Each literal part is matched at its first possible position, so the time is linear in the name's length for
 * each part.
 */
export function matchesName(pattern: string, name: string): boolean {
  const [prefix = "", ...rest] = pattern.split("*");
  const suffix = rest.pop();
  if (suffix === undefined) return pattern === name;
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

const codePoints = (text: string): number[] => Array.from(text, (one) => one.codePointAt(0) ?? 0);

/** Compares by code points, which is the byte order of UTF-8. */
function inByteOrder(one: string, other: string): number {
  const [left, right] = [codePoints(one), codePoints(other)];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

/**
 * Compares two patterns, the more specific one first: an exact name, then more literal characters, then the
 * longer prefix before the first `*`, then byte order.
 */
export const bySpecificity = (one: string, other: string): number =>
  Number(one.includes("*")) - Number(other.includes("*")) ||
  literalsOf(other) - literalsOf(one) ||
  prefixOf(other) - prefixOf(one) ||
  inByteOrder(one, other);

/** The most specific pattern that matches a name; undefined: no pattern matches. */
export function bestPattern(patterns: Iterable<string>, name: string): string | undefined {
  let best: string | undefined;
  for (const pattern of patterns)
    if (matchesName(pattern, name) && (best === undefined || bySpecificity(pattern, best) < 0))
      best = pattern;
  return best;
}
