import type { RequestHandler } from "express";

/** What the client sends, also to go on with a download or a stream of events; and what tells of a caller's trace. */
const sent =
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, X-Request-Id";
/** What answers say besides their bodies. */
const exposed =
  "Content-Disposition, Content-Range, ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, X-Decision-Id, X-Evidence-Seq, X-Request-Id";

/** Lets browsers of the named origins call the API; with no origin named, adds nothing. */
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
