import { formatId } from "@assay/contract/platform/ids";
import { requestIdOf, responseHeaders } from "@assay/contract/platform/requests/response-headers";
import type { Request, RequestHandler, Response } from "express";
import { startContext } from "./request-context.ts";

/**
 * Assigns a request id: the id that the caller sent if that id is valid, otherwise a new id.
 *
 * @returns the headers that each response has: the request id and security headers.
 */
export function startRequest(request: Request, newId: () => string): Record<string, string> {
  const id = requestIdOf(request.headers["x-request-id"], () => formatId("request", newId()));
  startContext(request, { requestId: id });
  return responseHeaders(id);
}

/** Sets response headers one by one. */
export function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Returns Express middleware that calls `startRequest`. */
export function requestId(newId: () => string): RequestHandler {
  return (request, response, next) => {
    setHeaders(response, startRequest(request, newId));
    next();
  };
}
