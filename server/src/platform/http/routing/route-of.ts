import type { Request } from "express";
import { findContext } from "./request-context.ts";

/** What probes and scrapers ask all day long. */
export const unloggedRoutes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** The route's pattern; one word for whatever has none, so that nobody can make names up. */
export function routeOf(request: Request): string {
  // Express leaves the type of a matched route open.
  const path: unknown = request.route?.path;
  if (typeof path === "string") return path;
  // Whoever was let in without Express has asked for a route without parameters: its path is its pattern.
  return findContext(request)?.caller ? request.url : "none";
}
