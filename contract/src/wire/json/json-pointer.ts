import { cut } from "../http/quote.ts";

/** Longest path in a problem document. */
const maxPathCharacters = 2000;

/**
 * Writes a JSON Pointer (RFC 6901): `["evaluators", 0, "a/b"]` → `/evaluators/0/a~1b`.
 *
 * @param segments keys and indexes from the root; an empty list gives the empty string, the whole value.
 * @returns the pointer, cut at 2,000 characters (a cut pointer ends in `…` and is invalid).
 */
export function jsonPointer(segments: readonly PropertyKey[]): string {
  const escaped = segments.map(
    (segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`,
  );
  return cut(escaped.join(""), maxPathCharacters);
}
