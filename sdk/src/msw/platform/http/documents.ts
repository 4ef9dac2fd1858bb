import { methodNotAllowed } from "@assay/contract/platform/refusals";
import { HttpResponse } from "msw";
import type { SentRequest } from "./handler.ts";

const documentPath = /^\/openapi\/(evaluation|control-plane)\.json\/?$/;

/** Whether a path is that of an OpenAPI document. */
export const isDocument = (path: string): boolean => documentPath.test(path);

/** The documents by name, built on first use. */
let documents: Readonly<Record<string, object>> | undefined;

/** Responds with an OpenAPI document. @throws {ApiError} 405 for methods other than GET. */
export async function respondWithDocument(
  { method, path }: SentRequest,
  headers: Headers,
): Promise<Response> {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method, ["GET", "HEAD"]);
  documents ??= (await import("@assay/contract/openapi")).openApiDocuments();
  headers.set("Content-Type", "application/json; charset=utf-8");
  const [, name = ""] = documentPath.exec(path) ?? [];
  return new HttpResponse(JSON.stringify(documents[name]), { headers });
}
