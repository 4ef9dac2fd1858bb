import { cut } from "../http/quote.ts";

/** Longest path that a problem document shows. */
const longestPath = 2000;

/**
 * Writes a JSON Pointer (RFC 6901): `["evaluators", 0, "a/b"]` → `/evaluators/0/a~1b`.
 *
 * @param segments keys and indexes from the root down; none: the empty string, which means the whole.
 * @returns the pointer, cut at 2,000 characters (then it ends in `…` and points nowhere).
 */
export function jsonPointer(segments: readonly PropertyKey[]): string {
  const escaped = segments.map(
    (segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`,
  );
  return cut(escaped.join(""), longestPath);
}
