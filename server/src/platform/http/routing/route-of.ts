import type { Request } from "express";
import { findContext } from "./request-context.ts";

/** Routes that are not logged, because probes and scrapers call them constantly. */
export const unloggedRoutes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Returns the pattern of a request's route. For requests without a route, returns a constant, so that callers
 * cannot create metric labels.
 */
export function routeOf(request: Request): string {
  // Express does not declare a type for the matched route.
  const path: unknown = request.route?.path;
  if (typeof path === "string") return path;
  // On the fast path, routes have no parameters, so the path of a request is its pattern.
  return findContext(request)?.caller ? request.url : "none";
}
