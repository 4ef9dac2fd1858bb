import { formatId } from "@assay/contract/platform/ids";
import type { Request, RequestHandler, Response } from "express";
import { startContext } from "./request-context.ts";

/** A caller's id is taken when it is printable ASCII without spaces, 1 to 128 characters. */
const sane = /^[\x21-\x7e]{1,128}$/;

/** Gives a request its id: the caller's, when sane. @returns the headers that each answer to it has: id and safety. */
export function startRequest(request: Request, newId: () => string): Record<string, string> {
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && sane.test(given) ? given : formatId("request", newId());
  startContext(request, { requestId: id });
  return {
    "X-Request-Id": id,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'",
    "Cache-Control": "no-store",
  };
}

/** Sets headers of an answer, one by one. */
export function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Begins the answer of each request: `startRequest`. */
export function requestId(newId: () => string): RequestHandler {
  return (request, response, next) => {
    setHeaders(response, startRequest(request, newId));
    next();
  };
}
