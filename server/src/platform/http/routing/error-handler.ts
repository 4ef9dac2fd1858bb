import { ApiError } from "@assay/contract/platform/errors";
import {
  bodyEncodings,
  malformedJson,
  methodNotAllowed,
  payloadTooLarge,
  unavailable,
  unknownPath,
  unsupportedEncoding,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { limits } from "@assay/contract/platform/limits";
import { routesOf } from "@assay/contract/openapi/apis";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { isTransient } from "../../db/connection/transient-errors.ts";
import { logFailure } from "../server/log-failure.ts";
import type { Logger } from "../../log.ts";
import { inRequest } from "../server/request-spans.ts";
import { contextOf } from "./request-context.ts";

/** Sends a problem document. */
function sendProblem(
  { request, response }: { request: Request; response: Response },
  error: ApiError,
  requestId: string,
): void {
  response.status(error.status);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.setHeader("Content-Type", "application/problem+json; charset=utf-8");
  const text = JSON.stringify(error.toProblem(requestId));
  if (request.complete) response.end(text);
  else respondBeforeBodyEnds(request, response, text);
}

/** The refusal for a request without a route: wrong method (405 with `Allow`) or unknown path (404). */
export function noSuchRoute(
  router: object,
  further: Readonly<Record<string, readonly string[]>>,
): RequestHandler {
  const methods = new Map<string, Set<string>>(
    Object.entries(further).map(([path, list]) => [path, new Set(list)]),
  );
  for (const { path, method } of routesOf(router)) {
    methods.set(path, (methods.get(path) ?? new Set<string>()).add(method));
  }
  const known = [...methods].map(([path, set]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`),
    allowed: set.has("GET") ? [...set, "HEAD"] : [...set],
  }));
  return (request, _response, next) => {
    const { method, path } = request;
    // A path can match two routes: /v1/reviews/queue also matches /v1/reviews/:id.
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.allowed);
    next(
      allowed.length > 0 ? methodNotAllowed(method, [...new Set(allowed)].sort()) : unknownPath(method, path),
    );
  };
}

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

/**
 * Whether body parsing failed. The status identifies these errors, because brotli has a code for each fault.
 */
const isBodyError = (error: unknown): boolean =>
  memberOf(error, "expose") === true && memberOf(error, "status") === 400;

/** The refusal for an error; undefined for an internal error. */
function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  switch (memberOf(error, "type")) {
    case "entity.too.large":
      return payloadTooLarge(limits.jsonBodyBytes);
    case "encoding.unsupported":
      return unsupportedEncoding(String(memberOf(error, "encoding")), bodyEncodings);
    case "charset.unsupported":
      return unsupportedMediaType(String(memberOf(error, "message")), ["application/json"]);
    case "request.aborted":
    case "request.size.invalid":
      return malformedJson("The body is shorter than its Content-Length.");
    default:
  }
  // Express reports undecodable paths this way; zlib and brotli report bodies that do not match
  // Content-Encoding.
  if (error instanceof URIError) {
    return validationFailed([
      {
        path: "path",
        code: "invalid_format",
        message: "The path has an invalid %-encoding; it must be valid UTF-8.",
      },
    ]);
  }
  if (String(memberOf(error, "code")).startsWith("Z_") || isBodyError(error)) {
    return malformedJson("The body does not match its Content-Encoding.");
  }
  return isTransient(error) ? unavailable(1) : undefined;
}

/**
 * Limits for discarding the rest of a refused body, so that a client that sends all of it first can read the
 * response.
 */
const drain = { idleMs: 2000, maxMs: 30_000, maxBytes: 256 * 1024 * 1024 };

/**
 * Responds before the body was received completely. The client can read the response at once, but the
 * response ends after the body. The rest of the body is discarded within limits, after which the connection
 * is closed. An immediate close would reset it, and a client that is still sending would never see the
 * response.
 */
function respondBeforeBodyEnds(request: Request, response: Response, text: string): void {
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.write(text);
  const cut = (): void => void request.destroy();
  let bytes = 0;
  const cutIfIdle = (): void => {
    const before = bytes;
    // If this process was blocked, data that arrived meanwhile is read first.
    setImmediate(() => {
      if (bytes === before) cut();
    });
  };
  const idle = setTimeout(cutIfIdle, drain.idleMs).unref();
  const timeout = setTimeout(cut, drain.maxMs).unref();
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    idle.refresh();
    if (bytes > drain.maxBytes) cut();
  });
  request.once("end", () => response.end());
  request.once("close", () => {
    clearTimeout(idle);
    clearTimeout(timeout);
  });
  request.resume();
}

/**
 * Maps an error to a response; errors other than refusals are logged with their cause and returned as
 * `internal`.
 */
export function sendError(
  log: Logger,
  error: unknown,
  { request, response }: { request: Request; response: Response },
): void {
  const { requestId } = contextOf(request);
  // The matched pattern; routes outside Express have no parameters, so their path is the pattern.
  const context = { requestId, method: request.method, path: request.route?.path ?? request.url };
  if (request.destroyed && !request.complete) {
    // The client disconnected within its body: no response is possible, and nothing failed here.
    log.debug(context, "client disconnected");
    return void response.destroy();
  }
  const refusal = refusalOf(error);
  if (error instanceof ApiError && error.status === unavailable(1).status)
    log.warn({ ...context, cause: error.message }, "request rejected");
  else if (!refusal || refusal.status >= 500) logFailure(log, error, "request failed", context);
  if (response.headersSent) return void response.destroy();
  sendProblem(
    { request, response },
    refusal ?? new ApiError("internal", "Internal error. Report the request id."),
    requestId,
  );
}

/** Express error handler that calls `sendError`. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) =>
    inRequest(request, () => sendError(log, error, { request, response }));
}
