import type { RequestListener } from "node:http";
import type { Request, Response } from "express";
import { findContext } from "../routing/request-context.ts";
import { routeOf, unloggedRoutes } from "../routing/route-of.ts";
import { inRequestLane } from "./request-lanes.ts";
import { redactTexts } from "../../log.ts";
import { type Span, type TraceContext, type Tracing, within } from "../../tracing/span.ts";

const spans = new WeakMap<Request, Span>();

/** The HTTP methods that may appear in the names of spans. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Processes each request in a span, which belongs to the trace in the request's `traceparent` or to a new
 * trace. Requests from probes and scrapers have no span.
 *
 * @returns the listener itself if tracing is disabled.
 */
export function traceRequests(tracing: Tracing | undefined, listener: RequestListener): RequestListener {
  if (!tracing) return listener;
  return (message, rawResponse) => {
    // The cast is safe, because the server uses Express's own classes (`createFastServer`).
    const [request, response] = [message as Request, rawResponse as Response];
    const path = message.url?.split("?")[0] ?? "";
    if (unloggedRoutes.has(path)) return listener(message, rawResponse);
    const span = tracing.begin(
      {
        name: methodOf(request),
        kind: "server",
        attributes: {
          "http.request.method": methodOf(request),
          "url.scheme": "http",
          // The path has no query, and API keys in it are redacted.
          "url.path": redactTexts(path),
          "network.protocol.version": message.httpVersion,
        },
      },
      contextFrom(request),
    );
    spans.set(request, span);
    response.once("close", () => finish(span, request, response));
    within(span, () => listener(message, rawResponse));
  };
}

const methodOf = ({ method }: Request): string => (knownMethods.has(method) ? method : "_OTHER");

function contextFrom({ headers }: Request): TraceContext | null {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string") return null;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

/** Runs work within the span of a request. */
export const inRequestSpan = <T>(request: Request, work: () => T): T => {
  const span = spans.get(request);
  return span ? within(span, work) : work();
};

/**
 * Continues a request within the request's lane and span. For example, a listener on the request's body would
 * otherwise run outside of them.
 */
export const inRequest = <T>(request: Request, work: () => T): T =>
  inRequestLane(request, () => inRequestSpan(request, work));

function finish(span: Span, request: Request, response: Response): void {
  const route = routeOf(request);
  const { requestId, caller } = findContext(request) ?? {};
  if (route !== "none") span.rename(`${methodOf(request)} ${route}`);
  span.set({
    "http.route": route === "none" ? undefined : route,
    "http.response.status_code": response.headersSent ? response.statusCode : undefined,
    "assay.request.id": requestId === undefined ? undefined : redactTexts(requestId),
    "assay.workspace.id": caller?.workspaceId,
  });
  if (!response.writableFinished) span.fail("client_gone");
  else if (response.statusCode >= 500) span.fail(String(response.statusCode));
  span.end();
}
