import type { RequestHandler } from "express";

/**
 * The request headers that clients may send, including those for resuming downloads and event streams and for
 * traces.
 */
const sent =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, X-Request-Id";
/** The response headers that browsers expose to clients. */
const exposed =
  "Content-Disposition, Content-Range, ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Decision-Id, X-Evidence-Seq, X-Request-Id";

/** Lets browsers call the API from the configured origins. Adds no headers if no origins are configured. */
export function cors(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined || allowed.size === 0) return next();
    response.vary("Origin");
    if (!allowed.has(origin)) return next();
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Expose-Headers", exposed);
    if (request.method !== "OPTIONS") return next();
    response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
    response.setHeader("Access-Control-Allow-Headers", sent);
    response.setHeader("Access-Control-Max-Age", "600");
    response.status(204).end();
  };
}
