import { pointerSegment } from "../../domain/values/paths/pointer-segment.ts";
import { cut } from "../http/quote.ts";

/** Maximum length of a path in a problem document, in characters. */
const maxPathCharacters = 2000;

/**
 * Formats a JSON Pointer (RFC 6901): `["evaluators", 0, "a/b"]` → `/evaluators/0/a~1b`.
 *
 * @param segments keys and indexes from the root. An empty list returns the empty string, which means the
 *   whole value.
 * @returns the pointer, cut at 2,000 characters. A cut pointer ends in `…` and is not a valid pointer.
 */
export function jsonPointer(segments: readonly PropertyKey[]): string {
  const escaped = segments.map((segment) => `/${pointerSegment(String(segment))}`);
  return cut(escaped.join(""), maxPathCharacters);
}
