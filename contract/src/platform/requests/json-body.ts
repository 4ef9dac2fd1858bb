// Recognizes and parses JSON request bodies. Shared by server and mock.
import { decodeUtf8, readJsonItems, readJsonText } from "../../wire/json/json-text.ts";
import { jsonRefused, malformedJson } from "../refusals.ts";

/** Returns a request's media type in lower case, without parameters. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
}

const charsetOf = (contentType: string | null | undefined): string =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";

/** Returns whether a content type is `application/json`, with the charset UTF-8 if it has one. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  mediaTypeOf(contentType) === "application/json" && charsetOf(contentType) === "utf-8";

/**
 * Parses a JSON body and rejects values that JavaScript would change silently. An empty body is equivalent to
 * `{}`.
 *
 * @param itemsIn the member whose items are refused one by one; each refused item is an `UnstorableItem`.
 * @throws {ApiError} 400 if the body is not JSON or contains a value that cannot be stored exactly.
 */
export function jsonBodyOf(bytes: Uint8Array, itemsIn?: string): unknown {
  if (bytes.length === 0) return {};
  const text = decodeUtf8(bytes);
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  const reading = itemsIn === undefined ? readJsonText(text) : readJsonItems(text, itemsIn);
  if (reading.ok) return reading.value;
  throw jsonRefused(reading);
}
