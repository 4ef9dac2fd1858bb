import { unavailable } from "@assay/contract/platform/refusals";
import type { RequestHandler } from "express";
import type { Readiness } from "./health-handlers.ts";

/**
 * While the process stops, each answer ends its connection, so that clients go elsewhere; once it is closing, what still comes
 * over kept connections is refused (503) instead of being begun.
 */
export function turnAway(readiness: Readiness): RequestHandler {
  return (_request, response, next) => {
    if (readiness.accepting) return next();
    response.setHeader("Connection", "close");
    next(readiness.closing ? unavailable(1) : undefined);
  };
}
