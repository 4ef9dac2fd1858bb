import { formatId } from "@assay/contract/platform/ids";
import type { Request, RequestHandler, Response } from "express";
import { startContext } from "./request-context.ts";

/** Matches the request ids that are accepted: 1 to 128 printable ASCII characters without spaces. */
const validId = /^[\x21-\x7e]{1,128}$/;

/**
 * Assigns a request id: the caller's if it is valid, otherwise a new one.
 *
 * @returns the headers that each response has: the request id and security headers.
 */
export function startRequest(request: Request, newId: () => string): Record<string, string> {
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && validId.test(given) ? given : formatId("request", newId());
  startContext(request, { requestId: id });
  return {
    "X-Request-Id": id,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-store",
  };
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
