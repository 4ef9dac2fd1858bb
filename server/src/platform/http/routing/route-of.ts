import type { Request } from "express";
import { findContext } from "./request-context.ts";

/** Routes of probes and scrapers, which call them constantly. */
export const unloggedRoutes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * The route's pattern; a constant for requests without a route, so that callers cannot create metric labels.
 */
export function routeOf(request: Request): string {
  // Express does not type the matched route.
  const path: unknown = request.route?.path;
  if (typeof path === "string") return path;
  // A request of the fast path has a route without parameters, so its path is its pattern.
  return findContext(request)?.caller ? request.url : "none";
}
