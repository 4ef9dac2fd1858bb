// Recognizes and parses JSON bodies of requests; server and mock share these rules.
import { decodeUtf8, readJsonText } from "../../wire/json/json-text.ts";
import { jsonRefused, malformedJson } from "../refusals.ts";

/** The media type of a request, without parameters, in lower case. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
}

const charsetOf = (contentType: string | null | undefined): string =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";

/** Whether a content type is that of a JSON body: `application/json`, with charset UTF-8 if it has one. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  mediaTypeOf(contentType) === "application/json" && charsetOf(contentType) === "utf-8";

/**
 * Parses a JSON body without values that JavaScript would change silently; an empty body is `{}`.
 *
 * @throws {ApiError} 400 for a body that is not JSON, or has a value that cannot be stored exactly.
 */
export function jsonBodyOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  const text = decodeUtf8(bytes);
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  const reading = readJsonText(text);
  if (reading.ok) return reading.value;
  throw jsonRefused(reading);
}
