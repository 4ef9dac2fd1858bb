import { formatId } from "@assay/contract";
import type { RequestHandler } from "express";
import { beginContext } from "./request-context.ts";

/** A caller's id is taken when it is printable ASCII without spaces, 1 to 128 characters. */
const sane = /^[\x21-\x7e]{1,128}$/;

/** Gives each request its id (the caller's, when sane) and each answer its `X-Request-Id` and safety headers. */
export function requestId(newId: () => string): RequestHandler {
  return (request, response, next) => {
    const given = request.headers["x-request-id"];
    const id = typeof given === "string" && sane.test(given) ? given : formatId("request", newId());
    beginContext(request, { requestId: id });
    response.setHeader("X-Request-Id", id);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Content-Security-Policy", "default-src 'none'");
    response.setHeader("Cache-Control", "no-store");
    next();
  };
}
