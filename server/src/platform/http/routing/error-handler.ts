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

/** Answers with a problem document. */
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
  else answerBeforeBodyEnds(request, response, text);
}

/** What is left when no route answered: a wrong method (405 with `Allow`) or an unknown path (404). */
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
    // A path can be that of two routes, as /v1/reviews/queue is of /v1/reviews/:id too.
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.allowed);
    next(
      allowed.length > 0 ? methodNotAllowed(method, [...new Set(allowed)].sort()) : unknownPath(method, path),
    );
  };
}

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

/** Whether the reader of bodies failed: brotli has a code for each of its faults, so what marks them is the status. */
const isOfBody = (error: unknown): boolean =>
  memberOf(error, "expose") === true && memberOf(error, "status") === 400;

/** The refusal that an error stands for; undefined for a fault of ours. */
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
      return malformedJson("The body ended before its announced length.");
    default:
  }
  // Express marks undecodable paths so; zlib and brotli mark bodies that are not what Content-Encoding says.
  if (error instanceof URIError) {
    return validationFailed([
      { path: "path", code: "invalid_format", message: "The path holds a broken %-encoding." },
    ]);
  }
  if (String(memberOf(error, "code")).startsWith("Z_") || isOfBody(error)) {
    return malformedJson("The body cannot be decompressed as its Content-Encoding says.");
  }
  return isTransient(error) ? unavailable(1) : undefined;
}

/**
 * What still comes of a refused body is read away, so that a client that sends all of it first can read the answer: until
 * nothing has come for a while, and no longer and no more than this.
 */
const drain = { idleMs: 2000, mostMs: 30_000, mostBytes: 256 * 1024 * 1024 };

/**
 * Answers in the middle of a body: the client may read the answer at once, but it ends with the body. Until then what comes
 * is read away, within bounds, beyond which the connection is cut: to close it at once would reset it, and a client that
 * still sends would never see the answer.
 */
function answerBeforeBodyEnds(request: Request, response: Response, text: string): void {
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.write(text);
  const cut = (): void => void request.destroy();
  let bytes = 0;
  const cutIfIdle = (): void => {
    const before = bytes;
    // A pause of this process's own is not the client's: what came meanwhile is read first.
    setImmediate(() => {
      if (bytes === before) cut();
    });
  };
  const idle = setTimeout(cutIfIdle, drain.idleMs).unref();
  const most = setTimeout(cut, drain.mostMs).unref();
  request.unpipe();
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    idle.refresh();
    if (bytes > drain.mostBytes) cut();
  });
  request.once("end", () => response.end());
  request.once("close", () => {
    clearTimeout(idle);
    clearTimeout(most);
  });
  request.resume();
}

/** Maps an error to the wire; what is not a refusal is logged with its cause and answered `internal`. */
export function sendError(
  log: Logger,
  error: unknown,
  { request, response }: { request: Request; response: Response },
): void {
  const { requestId } = contextOf(request);
  // What Express matched; a route past it has its path as it came, for it has no parameters.
  const place = { requestId, method: request.method, path: request.route?.path ?? request.url };
  if (request.destroyed && !request.complete) {
    // The client went away in the middle of its body: nobody is there to be told, and nothing failed here.
    log.debug(place, "client went away");
    return void response.destroy();
  }
  const refusal = refusalOf(error);
  if (error instanceof ApiError && error.status === unavailable(1).status)
    log.warn({ ...place, cause: error.message }, "request turned away");
  else if (!refusal || refusal.status >= 500) logFailure(log, error, "request failed", place);
  if (response.headersSent) return void response.destroy();
  sendProblem(
    { request, response },
    refusal ??
      new ApiError("internal", "Something went wrong on our side; the request id finds it in the logs."),
    requestId,
  );
}

/** Answers every error: `sendError`. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) =>
    inRequest(request, () => sendError(log, error, { request, response }));
}
