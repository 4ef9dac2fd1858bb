import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createApp } from "./app.ts";
import type { Config } from "../platform/config.ts";
import { type Database, openDatabase } from "../platform/db/connection/connect.ts";
import { migrateOptionsOf, type MigrateOptions, migrateUp } from "../platform/db/migrate.ts";
import { buildDeps, type Deps } from "./deps.ts";
import { openSecrets } from "./open-secrets.ts";
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
import { checkOwnOpenFiles } from "../platform/open-files.ts";
import { AddressGuard } from "../platform/outbound/address-guard.ts";
import { guardedConnector, systemResolve } from "../platform/outbound/guarded-connector.ts";
import { OutboundHttp } from "../platform/outbound/outbound-http.ts";
import { startMaintenance } from "./maintenance.ts";
import { watchDatabase } from "../platform/metrics/database-metrics.ts";
import { createMetrics, watchProcess } from "../platform/metrics/metrics.ts";
import { startMetricsServer } from "../platform/metrics/start-metrics-server.ts";
import { openTracing } from "../platform/tracing/open-tracing.ts";
import { traceQueries } from "../platform/tracing/query-spans.ts";
import { routeLanes } from "../platform/http/server/request-lanes.ts";
import { traceRequests } from "../platform/http/server/request-spans.ts";
import {
  startDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from "../webhooks/deliveries/dispatcher.ts";
import { witnessRemedy, witnessWarning } from "../evidence/log/witness-warning.ts";
import { bootstrap } from "../workspace/workspaces/workspace-service.ts";

/** Parts that a caller can replace. For example, tests set a fixed time and share a database. */
export interface Overrides {
  database?: Database;
  now?: () => Date;
  log?: Logger;
  /** Replaces real waiting, such as the delay before a retry. */
  pause?: Deps["pause"];
  strictResponses?: boolean;
}

/** The parts that every Assay process has, whether it is a server, a worker or a command. */
export interface Runtime {
  deps: Deps;
  authenticator: Authenticator;
  close: () => Promise<void>;
}

/**
 * Opens the database, checks that the keys open it, and prepares its schema.
 *
 * @param prepareSchema migrates the schema or verifies that it is up to date.
 * @throws {WrongKey} if the keys do not open the database; nothing was changed.
 * @throws {Error} if the folder is in use, the database cannot be reached, or its schema is newer than this
 *   program.
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
        : { url: config.databaseUrl, directUrl: config.databaseDirectUrl }),
      poolMax: config.poolMax,
      priorityPoolMax: config.priorityPoolMax,
      onNotice: ({ level, message, error }) => log[level]({ err: error }, message),
    }));
  const now = overrides.now ?? (() => new Date());
  const prepare = () => prepareSchema(database, migrateOptionsOf(config));
  const { secrets, pepper } = await openSecrets({ database, config, log }, prepare).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
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
    await Promise.all([deps.threads.close(), deps.policies.texts.close()]);
    await deps.evidence.close();
    await outbound.close();
    endQueries?.();
    await database.close();
    await tracing?.close();
  };
  return { deps, authenticator, close };
}

/**
 * Opens the parts of a server or worker, after a check of the open files, and migrates the schema.
 *
 * @throws {Error} as `openRuntime`, and if too few open files are allowed.
 */
export async function openService(config: Config, overrides: Overrides): Promise<Runtime> {
  const log = overrides.log ?? createLogger(config.logLevel, standardError());
  checkOwnOpenFiles(config, log);
  return openRuntime(config, { ...overrides, log }, migrateUp);
}

/**
 * Prepares a server or worker: ensures that a stored secret is wrapped with the newest key, and warns if the
 * logs have no witness.
 */
export async function prepareService({ secrets, config, log }: Deps): Promise<void> {
  await secrets.fixNewestKey();
  const warning = witnessWarning(config);
  if (warning !== undefined) log.warn(`${warning} ${witnessRemedy}`);
}

const waitFor: Deps["pause"] = (ms, signal) =>
  wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted());

/** A running server. */
export interface RunningServer {
  url: string;
  /** Base URL of metrics and probes, if they have their own port. */
  metricsUrl: string | undefined;
  deps: Deps;
  /** Undefined if this process does not run jobs. */
  worker: Worker | undefined;
  /** Sends webhooks; undefined if this process does not send webhooks. */
  dispatcher: Dispatcher | undefined;
  /** The secret of the API key that is created on an empty database; it cannot be read again. */
  firstSecret: string | undefined;
  /**
   * Stops the server: refuses new requests, finishes running ones, releases leases and closes the database.
   */
  close: () => Promise<void>;
}

/** Options of a server process. */
export interface ServeOptions {
  /** Whether this process also runs jobs (default true). */
  withWorker?: boolean;
  /**
   * How long `/readyz` returns 503 before connections are refused, so that load balancers can stop sending
   * requests (milliseconds, default 0).
   */
  drainMs?: number;
}

/** Starts a server on `config.host:config.port`. Port 0 selects any free port. */
export async function startServer(
  config: Config,
  overrides: Overrides = {},
  { withWorker = true, drainMs = 0 }: ServeOptions = {},
): Promise<RunningServer> {
  const runtime = await openService(config, overrides);
  const { deps, authenticator } = runtime;
  try {
    await prepareService(deps);
    const firstSecret = await bootstrap(deps, config.bootstrapApiKey);
    await deps.evidence.checkpoints.inspect();
    const readiness: Readiness = { accepting: true, closing: false };
    const ending = new AbortController();
    const strictResponses = overrides.strictResponses ?? false;
    const server = httpServer({ deps, authenticator, readiness, ending: ending.signal, strictResponses });
    deps.policies.engine.warm();
    await listen(server, config, deps.log);
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
    queueRequests(routeLanes(observed(traceRequests(tracing, listener), metrics, log))),
  );
  refuseMalformedRequests(server, newId);
  // Longer than the timeouts of common load balancers, so that they never reuse a connection that is closing.
  server.keepAliveTimeout = 65_000;
  // Importing a gigabyte over a slow connection takes a long time. Idle connections are closed earlier.
  server.requestTimeout = importTimeoutMs;
  server.timeout = idleTimeoutMs;
  return server;
}

const importTimeoutMs = 60 * 60_000;
const idleTimeoutMs = 120_000;

/**
 * Returns the worker options of this process: it sends a heartbeat after each third of a lease, and reaps the
 * jobs of dead workers after each sixth of a lease.
 */
export function workerOptionsOf({ config, database }: Deps): WorkerOptions {
  const leaseMs = config.jobLeaseSeconds * 1000;
  return {
    slots: config.slots,
    heartbeatMs: leaseMs / 3,
    reapMs: leaseMs / 6,
    alone: database.engine === "embedded",
  };
}

/** Returns the webhook dispatcher options of this process. */
export const dispatcherOptionsOf = ({ config, database }: Deps): DispatcherOptions => ({
  concurrency: config.calls.webhook,
  leaseMs: config.jobLeaseSeconds * 1000,
  alone: database.engine === "embedded",
});
