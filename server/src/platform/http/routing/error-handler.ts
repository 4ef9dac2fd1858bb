import { isApiPath, isControlPath } from "@assay/contract/domain";
import { ApiError } from "@assay/contract/platform/errors";
import {
  apiNotServed,
  bodyNotGzip,
  malformedJson,
  methodNotAllowed,
  payloadTooLarge,
  unavailable,
  unknownPath,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { tooBusy } from "@assay/contract/platform/requests/load-refusals";
import { routesOf } from "@assay/contract/openapi/apis";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { ApiName } from "../../api-names.ts";
import { PoolExhausted } from "../../db/connection/pool-lanes.ts";
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

/**
 * Returns the refusal for a request that matches no route: 405 with `Allow` if only the method is wrong,
 * otherwise 404. A path of an API that this server does not serve counts as unknown (404).
 */
export function noSuchRoute(
  router: object,
  further: Readonly<Record<string, readonly string[]>>,
  apis: readonly ApiName[],
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
    // A path can match two routes. For example, /v1/reviews/queue also matches /v1/reviews/:id.
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.allowed);
    if (allowed.length > 0) return next(methodNotAllowed(method, [...new Set(allowed)].sort()));
    const isServed = apis.includes(isControlPath(path) ? "control" : "evaluation");
    next(isServed || !isApiPath(path) ? unknownPath(method, path) : apiNotServed(path));
  };
}

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

/** Whether the body could not be decompressed. The parser of bodies gives such errors this status. */
const isBodyError = (error: unknown): boolean =>
  memberOf(error, "expose") === true && memberOf(error, "status") === 400;

/** Returns the refusal for an error; undefined if the error is internal. */
function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  switch (memberOf(error, "type")) {
    case "entity.too.large":
      return payloadTooLarge(Number(memberOf(error, "limit")));
    case "charset.unsupported":
      return unsupportedMediaType(String(memberOf(error, "message")), ["application/json"]);
    case "request.aborted":
    case "request.size.invalid":
      return malformedJson("The body is shorter than its Content-Length.");
    default:
  }
  // Express throws a URIError if a path cannot be decoded. The `if` after this one handles the errors of zlib
  // for bodies that do not match their Content-Encoding.
  if (error instanceof URIError) {
    return validationFailed([
      {
        path: "path",
        code: "invalid_format",
        message: "The path has an invalid %-encoding; it must be valid UTF-8.",
      },
    ]);
  }
  if (String(memberOf(error, "code")).startsWith("Z_") || isBodyError(error)) return bodyNotGzip();
  if (error instanceof PoolExhausted) return tooBusy("A database connection", 1);
  return isTransient(error) ? unavailable(1) : undefined;
}

/**
 * The limits for discarding the rest of a refused body. The rest is discarded because some clients read the
 * response only after they have sent the whole body.
 */
const drain = { idleMs: 2000, maxMs: 30_000, maxBytes: 256 * 1024 * 1024 };

/**
 * Responds before the body was received completely. The client can read the response immediately, but the
 * response ends only after the body. The rest of the body is discarded within limits, after which the
 * connection is closed. Closing the connection immediately would reset it, and a client that is still sending
 * would never see the response.
 */
function respondBeforeBodyEnds(request: Request, response: Response, text: string): void {
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.write(text);
  const cut = (): void => void request.destroy();
  let bytes = 0;
  const cutIfIdle = (): void => {
    const before = bytes;
    // If this process was blocked before this timer ran, data that has already arrived is read first.
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
 * Responds to an error. An error that is not a refusal is logged with its cause, and the response has the
 * code `internal`.
 */
export function sendError(
  log: Logger,
  error: unknown,
  { request, response }: { request: Request; response: Response },
): void {
  const { requestId } = contextOf(request);
  // Logs the pattern of the matched route. Routes outside of Express have no parameters, so their path is
  // their pattern.
  const context = { requestId, method: request.method, path: request.route?.path ?? request.url };
  const isBodyIncomplete = request.destroyed && !request.complete;
  if (isBodyIncomplete || (response.closed && !response.writableEnded)) {
    // The client disconnected while it was sending the body or waiting for the response. No response is
    // possible, and no part of the server failed.
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

/** Returns an Express error handler that calls `sendError`. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) =>
    inRequest(request, () => sendError(log, error, { request, response }));
}
