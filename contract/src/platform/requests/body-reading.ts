import type { DescribedRoute } from "../c.ts";
import { isSchema } from "../validation/check-request.ts";
import { isJsonType, mediaTypeOf } from "./json-body.ts";

/**
 * Returns how the body of a request is read: as JSON, as text that the route parses itself, or not at all, because
 * the route declares no body or reads a file. If the body of the route must be JSON and the request has another
 * content type, the request is malformed.
 */
export function bodyReadingOf(
  route: DescribedRoute,
  contentType: string,
): "json" | "text" | "none" | "malformed" {
  const { streamed, wrongTypeIsMalformed, bodyAsText } = route.metadata;
  if (!("body" in route) || !isSchema(route.body)) return "none";
  if (streamed?.includes(mediaTypeOf(contentType))) return "none";
  if (wrongTypeIsMalformed && !isJsonType(contentType)) return "malformed";
  return bodyAsText ? "text" : "json";
}
