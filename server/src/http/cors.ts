import type { RequestHandler } from "express";

const exposed = "X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed";

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
    response.setHeader(
      "Access-Control-Allow-Headers",
      "Authorization, Content-Type, Idempotency-Key, X-Request-Id",
    );
    response.setHeader("Access-Control-Max-Age", "600");
    response.status(204).end();
  };
}
