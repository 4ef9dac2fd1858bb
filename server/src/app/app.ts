import type { RequestListener } from "node:http";
import { contract } from "@assay/contract/openapi/apis";
import { readQuery } from "@assay/contract/platform/validation/validation";
import express, { type Express } from "express";
import type { Deps } from "./deps.ts";
import { refuseFaulty } from "../platform/http/server/faulty-requests.ts";
import { serveApiReference } from "../platform/http/pages/api-reference.ts";
import type { Authenticator } from "../platform/http/request/authenticate.ts";
import { cors } from "../platform/http/server/cors.ts";
import { serveDocuments } from "../platform/http/pages/documents.ts";
import { errorHandler, noSuchRoute } from "../platform/http/routing/error-handler.ts";
import type { Readiness } from "../platform/http/server/health-handlers.ts";
import { fastRoute, serveFastRoutes } from "../platform/http/fast-path/fast-routes.ts";
import { admitTo, mount, type MountOptions } from "../platform/http/routing/mount.ts";
import { RateLimiter } from "../platform/http/request/rate-limit.ts";
import { requestId } from "../platform/http/routing/request-id.ts";
import { refuseWhenClosing } from "../platform/http/server/graceful-stop.ts";
import { handlersOf } from "./routes.ts";

/** What an app is made of. */
export interface AppParts {
  deps: Deps;
  authenticator: Authenticator;
  readiness: Readiness;
  /** Aborts when what is in flight is to end. */
  ending: AbortSignal;
  /** Refuse (500) an answer that breaks the contract instead of logging it. */
  strictAnswers?: boolean;
}

/**
 * The Express app of both APIs: one app, no mounted ones, middleware in the order a request meets it; and the listener that
 * requests come to first.
 */
export function createApp({ deps, authenticator, readiness, ending, strictAnswers = false }: AppParts): {
  app: Express;
  listener: RequestListener;
} {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  // Answers have no validators; Express would still say to `If-None-Match: *` that nothing has changed (304).
  Object.defineProperty(app.request, "fresh", { value: false });
  // With its own `?`, as a first one is dropped, which a second one is not.
  app.set("query parser", (text: string | null) => readQuery(new URLSearchParams(`?${text ?? ""}`)));
  app.use(requestId(deps.newId));
  app.use(refuseFaulty);
  app.use(cors(deps.config.corsOrigins));
  app.use(refuseWhenClosing(readiness));
  const rateLimiter = new RateLimiter({
    knex: deps.database.knex,
    limit: deps.config.rateLimit,
    now: deps.now,
  });
  const handlers = handlersOf(deps, readiness);
  const options = { deps, authenticator, rateLimiter, strictAnswers, ending };
  mount(app, contract, handlers, options);
  const further = { ...serveDocuments(app), ...serveApiReference(app), ...serveMetrics(app, options) };
  app.use(noSuchRoute(contract, further));
  app.use(errorHandler(deps.log));
  const fast = [
    fastRoute(contract.authorize.decide, handlers.authorize.decide),
    fastRoute(contract.authzen.evaluation, handlers.authzen.evaluation),
    fastRoute(contract.records.sign, handlers.records.sign),
    fastRoute(contract.records.verify, handlers.records.verify),
  ];
  return { app, listener: serveFastRoutes(app, fast, { ...options, readiness }) };
}

/**
 * Serves the counts of this process, where they have no port of their own, to keys that may read them: on a loopback address
 * too, as what stands in front of it may pass on what anybody asks. @returns their path with its methods.
 */
function serveMetrics(app: Express, options: MountOptions): Record<string, string[]> {
  const { config, metrics } = options.deps;
  const { registry } = metrics;
  if (config.metricsPort !== undefined) return {};
  app.get("/metrics", admitTo("metrics:read", options), (_request, response, next) => {
    registry.metrics().then((text) => response.type(registry.contentType).send(text), next);
  });
  return { "/metrics": ["GET"] };
}
