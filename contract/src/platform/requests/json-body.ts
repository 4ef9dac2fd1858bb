// Recognizes and parses JSON request bodies. Shared by server and mock.
import { decodeUtf8, readJsonItems, readJsonText } from "../../wire/json/json-text.ts";
import type { DescribedRoute } from "../c.ts";
import { excessOf } from "./body-limits.ts";
import { jsonRefused, malformedJson } from "../refusals.ts";
import { validationFailed } from "../validation/validation.ts";

/** Returns a request's media type in lower case, without parameters. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
}

const charsetOf = (contentType: string | null | undefined): string =>
  /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? "")?.[1]?.toLowerCase() ?? "utf-8";

/** Returns whether a content type is `application/json`, with the charset UTF-8 if it has one. */
export const isJsonType = (contentType: string | null | undefined): boolean =>
  mediaTypeOf(contentType) === "application/json" && charsetOf(contentType) === "utf-8";

/** The members of a route that determine how its body is read. */
type BodyRoute = Pick<DescribedRoute, "method"> & {
  metadata: Pick<DescribedRoute["metadata"], "itemsIn" | "bodyLimits">;
};

/** Returns the text of a JSON body; undefined if it is not UTF-8. @throws {ApiError} 413 if it has too many values. */
export function textBodyOf(bytes: Uint8Array, { metadata }: Pick<BodyRoute, "metadata">): string | undefined {
  const text = decodeUtf8(bytes);
  const excess = text === undefined ? undefined : excessOf(text, metadata);
  if (excess) throw excess;
  return text;
}

/**
 * Parses a JSON body and rejects values that JavaScript would change silently. An empty body of a POST request is
 * equivalent to `{}`. PUT and PATCH replace what is stored, so that they require a body.
 *
 * If items of the route's body are refused one by one, each refused item is an `UnstorableItem`.
 *
 * @throws {ApiError} 413 if the body has too many values; 400 if it is missing, is not JSON, or contains a value that
 *   cannot be stored exactly.
 */
export const jsonBodyOf = (bytes: Uint8Array, route: BodyRoute): unknown => countedJsonBody(bytes, route)();

/**
 * Decodes a JSON body and counts its values. Other work can run before the returned function parses it.
 *
 * @throws {ApiError} as `jsonBodyOf`, and so does the returned function.
 */
export function countedJsonBody(bytes: Uint8Array, { method, metadata }: BodyRoute): () => unknown {
  if (bytes.length === 0) {
    if (method !== "PUT" && method !== "PATCH") return () => ({});
    throw validationFailed([{ path: "", code: "required", message: "The body is required: a JSON object." }]);
  }
  const text = textBodyOf(bytes, { metadata });
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  return () => {
    const { itemsIn } = metadata;
    const reading = itemsIn === undefined ? readJsonText(text) : readJsonItems(text, itemsIn);
    if (reading.ok) return reading.value;
    throw jsonRefused(reading);
  };
}
