import { authzenRefusal } from "@assay/contract/control/authzen/authzen-rules";
import type { DescribedRoute, Download } from "@assay/contract/platform/c";
import { fieldErrors, validationFailed } from "@assay/contract/platform/validation/validation";
import { bodyReadingOf } from "@assay/contract/platform/requests/body-reading";
import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { missingScope, type RequiredScopes } from "@assay/contract/platform/scopes";
import type { AppRouter } from "@ts-rest/core";
import { createExpressEndpoints, type RequestValidationError } from "@ts-rest/express";
import type { Express, Request, RequestHandler, Response } from "express";
import * as z from "zod";
import type { PlatformDeps } from "../../platform-deps.ts";
import { inRequest } from "../server/request-spans.ts";
import type { Authenticator } from "../request/authenticate.ts";
import type { HandlerResponse, Call, Handlers } from "./handler.ts";
import type { BodyRoom } from "../request/body-room.ts";
import type { InFlightLimit } from "../request/in-flight.ts";
import { consumeRateLimit, type RateLimiter } from "../request/rate-limit.ts";
import { readJsonBody, readTextBody } from "../request/read-body.ts";
import { RequestCall } from "./request-call.ts";
import { contextOf } from "./request-context.ts";
import { sendDownload } from "../request/send-download.ts";
import { serializeResponse } from "./serialize-response.ts";
import { startStream, isStreamedBody } from "../request/streamed-body.ts";

/** The options for mounting routes, in addition to the dependencies of the services. */
export interface MountOptions {
  deps: PlatformDeps;
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  inFlight: InFlightLimit;
  bodyRoom: BodyRoom;
  /**
   * Whether a handler's response that violates the contract is replaced with 500, as in tests. If not, the
   * violation is only logged.
   */
  strictResponses: boolean;
  /** Aborts when this process ends its running requests. */
  ending: AbortSignal;
}

/** A handler for any route. */
export type AnyHandler = (input: unknown, call: Call) => Promise<HandlerResponse>;

/** Mounts every route of the contract, with the middleware that the route's metadata requires. */
export function mount<T extends AppRouter>(
  app: Express,
  contract: T,
  handlers: Handlers<T>,
  options: MountOptions,
): void {
  const implementation = implement(contract, handlers, options);
  createExpressEndpoints(
    contract,
    // The tree of handlers has the same structure as the contract, with one function per route. `Handlers<T>`
    // has already checked the types of these functions.
    implementation as Parameters<typeof createExpressEndpoints<T>>[1],
    app,
    {
      logInitialization: false,
      responseValidation: false,
      globalMiddleware: [requireRouteScope(options), refuseForeignWrites, readDeclaredBody],
      requestValidationErrorHandler: (error, request, _response, next) => next(refusalOf(error, request)),
    },
  );
}

const routeOf = (request: Request): DescribedRoute =>
  // ts-rest sets this property to the matched route. The types in c.ts require metadata for every route.
  (request as Request & { tsRestRoute: DescribedRoute }).tsRestRoute;

/** Requires the scope of the route, except for public routes. */
function requireRouteScope(options: MountOptions): RequestHandler {
  return (request, response, next) => {
    const { scope, otherScope, exemptFromRateLimit } = routeOf(request).metadata;
    contextOf(request).params = { ...request.params };
    if (scope === "public") return next();
    return requireScope({ scope, otherScope }, options, exemptFromRateLimit)(request, response, next);
  };
}

/** Authenticates the caller, counts the request, and requires one of the scopes. */
export function requireScope(
  scopes: RequiredScopes,
  { authenticator, rateLimiter, inFlight, bodyRoom }: MountOptions,
  exemptFromRateLimit = false,
): RequestHandler {
  return async (request, response, next) => {
    const caller = await authenticator.caller(request.headers.authorization);
    contextOf(request).caller = caller;
    if (exemptFromRateLimit) {
      inFlight.admit(caller.workspaceId, response);
      contextOf(request).enterRoom = (bytes) => bodyRoom.enter(caller.workspaceId, bytes, response);
    } else await consumeRateLimit(rateLimiter, caller, response);
    const missing = missingScope(scopes, caller.scopes);
    if (missing) throw insufficientScope(missing);
    next();
  };
}

/** Refuses changes to workspace-level resources by API keys that are restricted to projects. */
const refuseForeignWrites: RequestHandler = (request, _response, next) => {
  const { metadata } = routeOf(request);
  next(metadata.workspaceLevel && contextOf(request).caller?.projects ? projectRestricted() : undefined);
};

/** Reads the JSON body if the route declares one. Streamed bodies are read by the handlers. */
const readDeclaredBody: RequestHandler = (request, response, next) => {
  const route = routeOf(request);
  const contentType = request.headers["content-type"] ?? "";
  const reading = bodyReadingOf(route, contentType);
  if (reading === "none") return next();
  if (reading === "malformed") return next(authzenRefusal(contentType));
  (reading === "text" ? readTextBody(route) : readJsonBody(route))(request, response, next);
};

function refusalOf(error: RequestValidationError, request: Request) {
  const { pathParams, query, ...route } = routeOf(request);
  const body = "body" in route ? route.body : undefined;
  const isPrivate = route.metadata.openBody;
  const parts = [
    { where: "path", fault: error.pathParams, input: contextOf(request).params, schema: pathParams },
    { where: "header", fault: error.headers, input: request.headers, schema: undefined },
    { where: "query", fault: error.query, input: request.query, schema: query },
    { where: "body", fault: error.body, input: request.body, schema: body, isPrivate },
  ] as const;
  return validationFailed(
    parts.flatMap(({ fault, schema, ...checked }) =>
      fault ? fieldErrors(fault.issues, { ...checked, ...(schema instanceof z.ZodType && { schema }) }) : [],
    ),
  );
}

/** Converts the tree of handlers to the tree of functions that ts-rest calls. Ignores undeclared handlers. */
function implement(router: AppRouter, handlers: object, options: MountOptions): object {
  return Object.fromEntries(
    Object.entries(router).map(([name, declared]) => {
      // `Handlers` has a member for each member of the router.
      const node: unknown = Reflect.get(handlers, name);
      if (typeof node === "function") {
        // `Handlers` has a function exactly where the contract has a route.
        return [name, adapt(declared as DescribedRoute, node as AnyHandler, options)];
      }
      // A member that is not a route is a nested router, both in the contract and in the handlers.
      return [name, implement(declared as AppRouter, node as object, options)];
    }),
  );
}

interface Arguments {
  req: Request;
  res: Response;
}

function adapt(route: DescribedRoute, handler: AnyHandler, options: MountOptions) {
  return async (input: Arguments): Promise<HandlerResponse> => {
    const call = new RequestCall({ request: input.req, response: input.res, route, options });
    const response = await inRequest(input.req, () => handler(input, call));
    if (route.metadata.download) {
      // According to the contract, a route with `download` always returns a file, or throws an error.
      const file = response.body as Download;
      return sendDownload({ request: input.req, response: input.res, log: options.deps.log }, file);
    }
    if (contextOf(input.req).replayed) input.res.setHeader("Idempotency-Replayed", "true");
    return (
      streamOf(input, { route, response, options }) ?? {
        status: response.status,
        body: serializeResponse(route, response, options),
      }
    );
  };
}

/**
 * If the body is a stream, prepares the HTTP response for it and returns the response. Otherwise, returns
 * undefined.
 */
function streamOf(
  { req, res }: Arguments,
  { route, response, options }: { route: DescribedRoute; response: HandlerResponse; options: MountOptions },
): HandlerResponse | undefined {
  const { status, body } = response;
  const declared: unknown = route.responses[status];
  if (typeof declared !== "object" || declared === null || !("contentType" in declared)) return undefined;
  if (!isStreamedBody(body)) return undefined;
  const { requestId } = contextOf(req);
  const onError = (error: Error): void =>
    options.deps.log.error(
      { err: error, requestId, operation: route.metadata.operationId },
      "response aborted",
    );
  startStream(res, { body, contentType: String(declared.contentType), onError });
  if (req.method !== "HEAD") return response;
  // A response to HEAD has no body, and some streams never end.
  body.destroy();
  return { status, body: "" };
}
