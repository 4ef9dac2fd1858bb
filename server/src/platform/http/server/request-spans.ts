import type { RequestListener } from "node:http";
import type { Request, Response } from "express";
import { findContext } from "../routing/request-context.ts";
import { routeOf, unloggedRoutes } from "../routing/route-of.ts";
import { redactTexts } from "../../log.ts";
import { type Span, type TraceContext, type Tracing, within } from "../../tracing/span.ts";

const spans = new WeakMap<Request, Span>();

/** Methods that are told by their name. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Answers each request as a span, in the trace that its `traceparent` names, or in a new one. Probes and scrapers have none.
 *
 * @returns the listener itself when nothing is traced.
 */
export function traceRequests(tracing: Tracing | undefined, listener: RequestListener): RequestListener {
  if (!tracing) return listener;
  return (message, response) => {
    // The server was made with Express's own classes (`createFastServer`).
    const [request, answer] = [message as Request, response as Response];
    const path = message.url?.split("?")[0] ?? "";
    if (unloggedRoutes.has(path)) return listener(message, response);
    const span = tracing.begin(
      {
        name: methodOf(request),
        kind: "server",
        attributes: {
          "http.request.method": methodOf(request),
          "url.scheme": "http",
          // Without its query, and should somebody have put a key into it, without that.
          "url.path": redactTexts(path),
          "network.protocol.version": message.httpVersion,
        },
      },
      contextFrom(request),
    );
    spans.set(request, span);
    answer.once("close", () => finish(span, request, answer));
    within(span, () => listener(message, response));
  };
}

const methodOf = ({ method }: Request): string => (knownMethods.has(method) ? method : "_OTHER");

function contextFrom({ headers }: Request): TraceContext | null {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== "string") return null;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

/**
 * Goes on with a request as a part of its span: what a body that has just arrived sets off is not, of itself.
 */
export const inRequest = <T>(request: Request, work: () => T): T => {
  const span = spans.get(request);
  return span ? within(span, work) : work();
};

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
