// Which bodies of requests are JSON, and what they say. Server and mock go by the same rules.
import { decodeUtf8, readJsonText } from "../../wire/json/json-text.ts";
import { jsonRefused, malformedJson } from "../refusals.ts";

/** The media type of a request, without parameters, in lower case. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
}

const charsetOf = (contentType: string | null | undefined): string =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";

/** Whether a content type is that of a JSON body: `application/json`, in UTF-8 if it says so. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  mediaTypeOf(contentType) === "application/json" && charsetOf(contentType) === "utf-8";

/**
 * What a JSON body says, with nothing that JavaScript would silently change; an empty one is `{}`.
 *
 * @throws {ApiError} 400 for what is no JSON, or could not be kept as it is.
 */
export function jsonBodyOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  const text = decodeUtf8(bytes);
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  const reading = readJsonText(text);
  if (reading.ok) return reading.value;
  throw jsonRefused(reading);
}
