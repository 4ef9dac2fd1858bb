import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createApp } from "./app.ts";
import type { Config } from "../platform/config.ts";
import { type Database, openDatabase } from "../platform/db/connection/connect.ts";
import { migrateOptionsOf, type MigrateOptions, migrateUp } from "../platform/db/migrate.ts";
import { buildDeps, type Deps } from "./deps.ts";
import { Authenticator } from "../platform/http/request/authenticate.ts";
import { createFastServer } from "../platform/http/fast-path/fast-prototypes.ts";
import type { Readiness } from "../platform/http/server/health-handlers.ts";
import { queueRequests } from "../platform/http/fast-path/request-queue.ts";
import { closeServer, listen, urlOf } from "../platform/http/server/listen.ts";
import { refuseMalformedRequests } from "../platform/http/server/invalid-http.ts";
import { jobKinds } from "./job-kinds.ts";
import { startWorker, type Worker, type WorkerOptions } from "../platform/jobs/worker.ts";
import { observed } from "../platform/http/server/observe.ts";
import { newId } from "../platform/new-id.ts";
import { createLogger, type Logger, standardError } from "../platform/log.ts";
import { AddressGuard } from "../platform/outbound/address-guard.ts";
import { guardedConnector, systemResolve } from "../platform/outbound/guarded-connector.ts";
import { OutboundHttp } from "../platform/outbound/outbound-http.ts";
import { startMaintenance } from "./maintenance.ts";
import { watchDatabase } from "../platform/metrics/database-metrics.ts";
import { createMetrics, watchProcess } from "../platform/metrics/metrics.ts";
import { startMetricsServer } from "../platform/metrics/start-metrics-server.ts";
import { loadKeyring } from "../platform/secrets/load-keyring.ts";
import { SecretBox } from "../platform/secrets/secret-box.ts";
import { openTracing } from "../platform/tracing/open-tracing.ts";
import { traceQueries } from "../platform/tracing/query-spans.ts";
import { traceRequests } from "../platform/http/server/request-spans.ts";
import {
  startDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from "../webhooks/deliveries/dispatcher.ts";
import { bootstrap } from "../workspace/workspaces/workspace-service.ts";

/** What a caller may replace: tests hold time still and share a database. */
export interface Overrides {
  database?: Database;
  now?: () => Date;
  log?: Logger;
  /** In place of real waits, such as those before a call is repeated. */
  pause?: Deps["pause"];
  strictAnswers?: boolean;
}

/** The parts that every process of Assay has, whether it serves, works or administers. */
export interface Runtime {
  deps: Deps;
  authenticator: Authenticator;
  close: () => Promise<void>;
}

/**
 * Opens the database, sees to its schema and loads the keys.
 *
 * @param prepareSchema brings the schema up to date, or checks that it is.
 * @throws {Error} when the folder is in use, the database cannot be reached or its schema is newer than this program.
 */
export async function openRuntime(
  config: Config,
  overrides: Overrides,
  prepareSchema: (database: Database, options: MigrateOptions) => Promise<unknown>,
): Promise<Runtime> {
  const log = overrides.log ?? createLogger(config.logLevel, standardError());
  const database =
    overrides.database ??
    (await openDatabase({
      ...(config.databaseUrl === undefined
        ? { dataDir: join(config.dataDir, "database") }
        : { url: config.databaseUrl }),
      poolMax: config.poolMax,
      onNotice: ({ level, message, error }) => log[level]({ err: error }, message),
    }));
  try {
    await prepareSchema(database, migrateOptionsOf(config));
  } catch (error) {
    await database.close();
    throw error;
  }
  const now = overrides.now ?? (() => new Date());
  const secrets = new SecretBox(database.knex, loadKeyring(config.secretKeys, config.dataDir));
  const pepper = await secrets.instanceSecret("api-key-pepper");
  const authenticator = new Authenticator({ knex: database.knex, pepper, now, log });
  const addresses = new AddressGuard(config.outboundAllow);
  const outbound = new OutboundHttp(guardedConnector(addresses, systemResolve));
  const tracing = await openTracing(config.tracing, log);
  const endQueries = tracing && traceQueries(database.knex);
  const metrics = createMetrics();
  watchProcess(metrics);
  watchDatabase(metrics, { database, log, now });
  const pause = overrides.pause ?? waitFor;
  const opened = { database, config, now, log, metrics, tracing, secrets, addresses, outbound, pause };
  const deps = buildDeps(opened, authenticator);
  const close = async () => {
    await deps.evidence.close();
    await outbound.close();
    endQueries?.();
    await database.close();
    await tracing?.close();
  };
  return { deps, authenticator, close };
}

const waitFor: Deps["pause"] = (ms, signal) =>
  wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted());

/** A server that takes requests. */
export interface RunningServer {
  url: string;
  /** Of metrics and probes, when they have a port of their own. */
  metricsUrl: string | undefined;
  deps: Deps;
  /** Undefined when this process leaves the work to others. */
  worker: Worker | undefined;
  /** Sends to webhooks; undefined when this process leaves that to others. */
  dispatcher: Dispatcher | undefined;
  /** The secret of the first key, made on an empty database; shown this once. */
  firstSecret: string | undefined;
  /** Stops: refuses new requests, finishes those in flight, hands back leases, closes the database. */
  close: () => Promise<void>;
}

/** How a server process is run. */
export interface ServeOptions {
  /** Work on jobs in this process too; default true. */
  withWorker?: boolean;
  /** How long `/readyz` says 503 before connections are refused, so that a balancer can turn away; default 0. */
  drainMs?: number;
}

/** Starts a server on `config.host:config.port` (port 0: any free one). */
export async function startServer(
  config: Config,
  overrides: Overrides = {},
  { withWorker = true, drainMs = 0 }: ServeOptions = {},
): Promise<RunningServer> {
  const runtime = await openRuntime(config, overrides, migrateUp);
  const { deps, authenticator } = runtime;
  try {
    const firstSecret = await bootstrap(deps, config.bootstrapApiKey);
    await deps.evidence.checkpoints.inspect();
    const readiness: Readiness = { accepting: true, closing: false };
    const ending = new AbortController();
    const strictAnswers = overrides.strictAnswers ?? false;
    const server = httpServer({ deps, authenticator, readiness, ending: ending.signal, strictAnswers });
    deps.policies.engine.warm();
    await listen(server, config);
    const watched = await startMetricsServer(deps, readiness);
    const worker = withWorker ? startWorker(deps, jobKinds, workerOptionsOf(deps)) : undefined;
    const dispatcher = withWorker ? startDispatcher(deps, dispatcherOptionsOf(deps)) : undefined;
    const maintenance = startMaintenance(deps);
    return {
      url: urlOf(server, config.host),
      metricsUrl: watched.url,
      deps,
      worker,
      dispatcher,
      firstSecret,
      close: async () => {
        readiness.accepting = false;
        const streams = deps.evidence.feed.close();
        await new Promise((resolve) => setTimeout(resolve, drainMs));
        readiness.closing = true;
        ending.abort();
        await Promise.all([closeServer(server), worker?.stop(), dispatcher?.stop(), streams]);
        await maintenance.stop();
        await watched.close();
        await runtime.close();
      },
    };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

function httpServer(options: Parameters<typeof createApp>[0]): Server {
  const { tracing, metrics, log } = options.deps;
  const { app, listener } = createApp(options);
  const server = createFastServer(
    app,
    queueRequests(observed(traceRequests(tracing, listener), metrics, log)),
  );
  refuseMalformedRequests(server, newId);
  // Longer than a balancer's, so that it never sends into a connection that is just being closed.
  server.keepAliveTimeout = 65_000;
  // An import of a gigabyte over a slow line takes its time; a connection on which nothing moves does not.
  server.requestTimeout = importTimeoutMs;
  server.timeout = idleTimeoutMs;
  return server;
}

const importTimeoutMs = 60 * 60_000;
const idleTimeoutMs = 120_000;

/** How this process works on jobs: heartbeats at a third of the lease, a look for dead workers' jobs at a sixth. */
export function workerOptionsOf({ config, database }: Deps): WorkerOptions {
  const leaseMs = config.jobLeaseSeconds * 1000;
  return {
    concurrency: config.workerConcurrency,
    heartbeatMs: leaseMs / 3,
    reapMs: leaseMs / 6,
    alone: database.engine === "embedded",
  };
}

/** How this process sends to webhooks. */
export const dispatcherOptionsOf = ({ config, database }: Deps): DispatcherOptions => ({
  leaseMs: config.jobLeaseSeconds * 1000,
  alone: database.engine === "embedded",
});
