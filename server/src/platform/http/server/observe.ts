import type { RequestListener } from "node:http";
import type { Request, Response } from "express";
import type { Logger } from "../../log.ts";
import type { Metrics } from "../../metrics/metrics.ts";
import { inRequestSpan } from "./request-spans.ts";
import { findContext } from "../routing/request-context.ts";
import { routeOf, unloggedRoutes } from "../routing/route-of.ts";

/**
 * Counts each request. After its response, logs one line with the route, status, duration, request id and
 * caller. The line never contains the path, because a path may contain names.
 */
export function observed(listener: RequestListener, metrics: Metrics, log: Logger): RequestListener {
  return (message, rawResponse) => {
    // The cast is safe, because the server uses Express's own classes (`createFastServer`).
    const [request, response] = [message as Request, rawResponse as Response];
    const startedAt = performance.now();
    metrics.inFlight.inc();
    response.once("close", () => {
      metrics.inFlight.dec();
      const ms = performance.now() - startedAt;
      inRequestSpan(request, () => record({ request, response, ms }, metrics, log));
    });
    listener(message, rawResponse);
  };
}

function record(
  { request, response, ms }: { request: Request; response: Response; ms: number },
  metrics: Metrics,
  log: Logger,
): void {
  const { method } = request;
  const route = routeOf(request);
  // If the client disconnected before the response was started, the status is 499, as in nginx.
  const status = response.headersSent ? response.statusCode : 499;
  metrics.requests.inc({ method, route, status: String(status) });
  // The duration of a stream is not recorded, because a stream lasts until its client disconnects.
  const isStream = String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");
  if (!isStream) metrics.requestSeconds.observe({ method, route }, ms / 1000);
  if (unloggedRoutes.has(route) || !log.isLevelEnabled("info")) return;
  const { requestId, caller } = findContext(request) ?? {};
  const brokenOff = response.writableFinished ? {} : { brokenOff: true };
  const who = caller && { workspaceId: caller.workspaceId, apiKeyId: caller.apiKeyId };
  log.info(
    { requestId, method, route, status, ms: Math.round(ms * 10) / 10, ...who, ...brokenOff },
    "request",
  );
}
