import {
  ApiError,
  bodyEncodings,
  limits,
  malformedJson,
  methodNotAllowed,
  payloadTooLarge,
  routesOf,
  unavailable,
  unknownPath,
  unsupportedEncoding,
  unsupportedMediaType,
  validationFailed,
} from "@assay/contract";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Logger } from "../log.ts";
import { contextOf } from "./request-context.ts";

/** Answers with a problem document. */
function sendProblem(response: Response, error: ApiError, requestId: string): void {
  response.status(error.status);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.setHeader("Content-Type", "application/problem+json; charset=utf-8");
  response.end(JSON.stringify(error.toProblem(requestId)));
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

/** Network and Postgres conditions that pass by themselves: the caller is told to come again. */
const passing = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  // A statement or a lock that took too long: the server is busy.
  "57014",
  "55P03",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08001",
  "08003",
  "08006",
]);

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

function isPassing(error: unknown): boolean {
  const message = error instanceof Error ? error.message : "";
  return (
    passing.has(String(memberOf(error, "code"))) ||
    memberOf(error, "name") === "KnexTimeoutError" ||
    message.includes("Connection terminated") ||
    message.includes("Unable to acquire a connection")
  );
}

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
  // Express marks undecodable paths so; zlib marks bodies that are not what Content-Encoding says.
  if (error instanceof URIError) {
    return validationFailed([
      { path: "path", code: "invalid_format", message: "The path holds a broken %-encoding." },
    ]);
  }
  if (String(memberOf(error, "code")).startsWith("Z_")) {
    return malformedJson("The body cannot be decompressed as its Content-Encoding says.");
  }
  return isPassing(error) ? unavailable(1) : undefined;
}

/** How long what is still sent of a refused body is read away, so that the client can read the answer. */
const drainMs = 2000;

/**
 * Refuses in the middle of a body: what still comes is read away for a moment, then the connection ends, however long the
 * body would go on. Ending it at once would reset it, and the client would never see the answer.
 */
function leaveBodyUnread(request: Request, response: Response): void {
  request.unpipe();
  request.resume();
  const end = (): void => {
    if (!request.complete) request.destroy();
  };
  response.once("finish", () => setTimeout(end, drainMs).unref());
}

/** Maps an error to the wire; what is not a refusal is logged with its cause and answered `internal`. */
export function answerError(
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
  if (!refusal || refusal.status >= 500) log.error({ err: error, ...place }, "request failed");
  if (response.headersSent) return void response.destroy();
  if (!request.complete) leaveBodyUnread(request, response);
  sendProblem(
    response,
    refusal ??
      new ApiError("internal", "Something went wrong on our side; the request id finds it in the logs."),
    requestId,
  );
}

/** Answers every error: `answerError`. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => answerError(log, error, { request, response });
}
