import { formatId } from "@assay/contract";
import type { Request, RequestHandler, Response } from "express";
import { beginContext } from "./request-context.ts";

/** A caller's id is taken when it is printable ASCII without spaces, 1 to 128 characters. */
const sane = /^[\x21-\x7e]{1,128}$/;

/** Gives a request its id (the caller's, when sane) and its answer `X-Request-Id` and safety headers. */
export function beginAnswer(request: Request, response: Response, newId: () => string): void {
  const given = request.headers["x-request-id"];
  const id = typeof given === "string" && sane.test(given) ? given : formatId("request", newId());
  beginContext(request, { requestId: id });
  response.setHeader("X-Request-Id", id);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Content-Security-Policy", "default-src 'none'");
  response.setHeader("Cache-Control", "no-store");
}

/** Begins the answer of each request: `beginAnswer`. */
export function requestId(newId: () => string): RequestHandler {
  return (request, response, next) => {
    beginAnswer(request, response, newId);
    next();
  };
}
