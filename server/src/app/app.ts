import { performance } from "node:perf_hooks";
import type { RequestListener } from "node:http";
import { contract, controlPlaneApi, evaluationApi } from "@assay/contract/openapi/apis";
import { readQuery } from "@assay/contract/platform/validation/validation";
import express, { type Express } from "express";
import type { ApiName } from "../platform/api-names.ts";
import type { Deps } from "./deps.ts";
import { refuseFaulty } from "../platform/http/server/faulty-requests.ts";
import { serveApiReference } from "../platform/http/pages/api-reference.ts";
import type { Authenticator } from "../platform/http/request/authenticate.ts";
import { cors } from "../platform/http/server/cors.ts";
import { serveDocuments } from "../platform/http/pages/documents.ts";
import { errorHandler, noSuchRoute } from "../platform/http/routing/error-handler.ts";
import type { Readiness } from "../platform/http/server/health-handlers.ts";
import { type FastRoute, fastRoute, serveFastRoutes } from "../platform/http/fast-path/fast-routes.ts";
import { mount, type MountOptions, requireScope } from "../platform/http/routing/mount.ts";
import { BodyRoom } from "../platform/http/request/body-room.ts";
import { InFlightLimit } from "../platform/http/request/in-flight.ts";
import { RateLimiter } from "../platform/http/request/rate-limit.ts";
import { requestId } from "../platform/http/routing/request-id.ts";
import { refuseWhenClosing } from "../platform/http/server/graceful-stop.ts";
import { handlersOf } from "./routes.ts";

/** The parts from which `createApp` builds the app. */
export interface AppParts {
  deps: Deps;
  authenticator: Authenticator;
  readiness: Readiness;
  /** Aborts when the running requests must end because the server stops. */
  ending: AbortSignal;
  /**
   * Whether a handler's response that violates the contract is replaced with 500. If not, the violation is
   * only logged.
   */
  strictResponses?: boolean;
}

/**
 * Creates the Express app that serves the APIs, and the listener that receives requests before the app does.
 * The middleware is listed in the order in which it processes a request.
 */
export function createApp({ deps, authenticator, readiness, ending, strictResponses = false }: AppParts): {
  app: Express;
  listener: RequestListener;
} {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  // Responses have no validators, but without this line Express would respond to `If-None-Match: *` with 304.
  Object.defineProperty(app.request, "fresh", { value: false });
  // `URLSearchParams` removes a `?` at the start of its argument. The added `?` is the one that it removes,
  // so a `?` at the start of the text is retained.
  app.set("query parser", (text: string | null) => readQuery(new URLSearchParams(`?${text ?? ""}`)));
  app.use(requestId(deps.newId));
  app.use(refuseFaulty);
  app.use(cors(deps.config.corsOrigins));
  app.use(refuseWhenClosing(readiness));
  const rateLimiter = new RateLimiter({
    knex: deps.database.knex,
    limits: { ofKey: deps.config.rateLimit, ofWorkspace: deps.config.workspaceRateLimit },
    now: deps.now,
  });
  const handlers = handlersOf(deps, readiness);
  const inFlight = new InFlightLimit();
  const bodyRoom = new BodyRoom(() => performance.eventLoopUtilization().active);
  const options = { deps, authenticator, rateLimiter, inFlight, bodyRoom, strictResponses, ending };
  const { apis } = deps.config;
  if (apis.includes("evaluation")) mount(app, evaluationApi, handlers, options);
  if (apis.includes("control")) mount(app, controlPlaneApi, handlers, options);
  else mount(app, probes, handlers, options);
  const pages = { ...serveDocuments(app, apis), ...serveApiReference(app, apis) };
  app.use(noSuchRoute(servedRoutes(apis), { ...pages, ...serveMetrics(app, options) }, apis));
  app.use(errorHandler(deps.log));
  const fast = apis.includes("control") ? fastRoutesOf(handlers) : [];
  return { app, listener: serveFastRoutes(app, fast, { ...options, readiness }) };
}

/** The health probes, which every server serves. */
const probes = { health: controlPlaneApi.health };

/** Returns the routes of the served APIs. */
const servedRoutes = (apis: readonly ApiName[]): object => ({
  ...(apis.includes("evaluation") && evaluationApi),
  ...(apis.includes("control") ? controlPlaneApi : probes),
});

const fastRoutesOf = (handlers: ReturnType<typeof handlersOf>): FastRoute[] => [
  fastRoute(contract.authorize.decide, handlers.authorize.decide),
  fastRoute(contract.authzen.evaluation, handlers.authzen.evaluation),
  fastRoute(contract.records.sign, handlers.records.sign),
  fastRoute(contract.records.verify, handlers.records.verify),
];

/**
 * Serves the metrics of this process on the main port, unless they have their own port. Requires an API key
 * with the scope for metrics, even on a loopback address, because a proxy may forward requests.
 *
 * @returns the path with its methods.
 */
function serveMetrics(app: Express, options: MountOptions): Record<string, string[]> {
  const { config, metrics } = options.deps;
  const { registry } = metrics;
  if (config.metricsPort !== undefined) return {};
  app.get("/metrics", requireScope({ scope: "metrics:read" }, options), (_request, response, next) => {
    registry.metrics().then((text) => response.type(registry.contentType).send(text), next);
  });
  return { "/metrics": ["GET"] };
}
