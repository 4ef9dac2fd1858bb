import { methodNotAllowed } from "@assay/contract/platform/refusals";
import { HttpResponse } from "msw";
import type { SentRequest } from "./handler.ts";

const place = /^\/openapi\/(evaluation|control-plane)\.json\/?$/;

/** Whether a path is that of one of the API's own documents. */
export const isDocument = (path: string): boolean => place.test(path);

/** By name; made when one is first asked for. */
let documents: Readonly<Record<string, object>> | undefined;

/** One of the API's own documents. @throws {ApiError} 405 when it is not read. */
export async function respondWithDocument(
  { method, path }: SentRequest,
  headers: Headers,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method, ["GET", "HEAD"]);
  documents ??= (await import("@assay/contract/openapi")).openApiDocuments();
  headers.set("Content-Type", "application/json; charset=utf-8");
  const [, name = ""] = place.exec(path) ?? [];
  return new HttpResponse(JSON.stringify(documents[name]), { headers });
}
