import { unavailable } from "@assay/contract/platform/refusals";
import type { RequestHandler } from "express";
import type { Readiness } from "./health-handlers.ts";

/**
 * While the process is stopping, each response closes its connection, so that clients connect to other
 * processes. After the drain period, new requests on open connections are refused (503).
 */
export function refuseWhenClosing(readiness: Readiness): RequestHandler {
  return (_request, response, next) => {
    if (readiness.accepting) return next();
    response.setHeader("Connection", "close");
    next(readiness.closing ? unavailable(1) : undefined);
  };
}
