import { join } from "node:path";
import { workspaceRateFactor } from "@assay/contract/platform/requests/rate-window";
import { counted } from "@assay/contract/domain";
import type { ApiName } from "./api-names.ts";
import { problemOf, type Variables, variables } from "./config-variables.ts";
import type { JobLane } from "./jobs/claim/lanes.ts";
import type { Network } from "./outbound/address-guard.ts";
import { parseHeaders, type TracingConfig, tracesUrl } from "./tracing/tracing-config.ts";
import { unknownVariables } from "./unknown-variables.ts";

/** The validated configuration of the server. */
export interface Config {
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  /**
   * URL for a role that may delete workspaces with their evidence. Only the command that deletes workspaces
   * uses this URL.
   */
  databaseAdminUrl: string | undefined;
  dataDir: string;
  port: number;
  host: string;
  publicUrl: string | undefined;
  /** The APIs that the server serves: at least one, without repetition. */
  apis: readonly ApiName[];
  bootstrapApiKey: string | undefined;
  /**
   * Key-encryption keys (`version:base64,…`); undefined in embedded mode, in which they are stored in the
   * data folder.
   */
  secretKeys: string | undefined;
  corsOrigins: readonly string[];
  /** Private networks that outgoing requests may reach, even over plain HTTP. */
  outboundAllow: readonly Network[];
  /**
   * Folder outside the database for the last checkpoint of each evidence log. From these checkpoints, the
   * server detects a log that was restored from an old backup. If undefined, the checkpoints are recorded
   * only in the memory of each process.
   */
  witnessDir: string | undefined;
  /** Maximum number of requests per minute for each API key. */
  rateLimit: number;
  /** Maximum number of requests per minute for all API keys of a workspace together. */
  workspaceRateLimit: number;
  /** Maximum numbers of concurrent jobs of this process, by lane. */
  slots: Readonly<Record<JobLane, number>>;
  /** Maximum numbers of concurrent calls of this process to custom evaluators and to webhooks. */
  calls: { remote: number; webhook: number };
  /** Maximum number of threads for comparisons and other computations, and the heap size of each (MiB). */
  threads: { count: number; memoryMb: number };
  /**
   * Duration of the lease on a job (seconds). If the worker sends no heartbeat during this time, another
   * worker claims the job.
   */
  jobLeaseSeconds: number;
  /** Time until a claim on a review task expires if no review is submitted (minutes). */
  claimMinutes: number;
  /** How long export files are stored (hours). */
  exportTtlHours: number;
  /** How long event data in the evidence logs is stored (days); undefined if the time is not limited. */
  retentionDays: number | undefined;
  /** Maximum number of database connections for everything except the work of the priority pool. */
  poolMax: number;
  /** Maximum number of database connections for authorizations, probes and leases. */
  priorityPoolMax: number;
  /**
   * Separate port for `/metrics` and the probes. If undefined, `/metrics` is on the main port and requires an
   * API key with `metrics:read`.
   */
  metricsPort: number | undefined;
  /** The trace collector; undefined if tracing is disabled. */
  tracing: TracingConfig | undefined;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

/** Thrown for an invalid environment. The message lists every problem. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  /** Exit code of a command: 2 if a value is invalid or missing, 1 if only a name is unknown or a pool is small. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

const configError = (problems: readonly string[], exitCode: 1 | 2): ConfigError =>
  new ConfigError(
    `The configuration has ${counted(problems.length, "problem")}:\n${problems.map((text) => `  - ${text}`).join("\n")}`,
    exitCode,
  );

/**
 * Reads the configuration from environment variables.
 *
 * @param environment usually `process.env`, supplemented with the values from a `.env` file
 *   (`environmentWithFile`).
 * @throws {ConfigError} if a variable is invalid or unknown. The message lists each invalid variable with its
 *   value (except secrets) and the accepted values. It also lists each unknown `ASSAY_*` variable with the
 *   most similar known name.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as unset: compose files and shells can unset a variable only in this way.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue, given));
  if (given["DATABASE_URL"] && !given["ASSAY_SECRET_KEYS"]) {
    problems.push(
      "ASSAY_SECRET_KEYS: is required if DATABASE_URL is set. Create a key with: node -e \"console.log('1:'+require('crypto').randomBytes(32).toString('base64'))\"",
    );
  }
  const refused = [...poolProblems(parsed.data), ...unknownVariables(given)];
  if (!parsed.success || problems.length + refused.length > 0)
    throw configError([...problems, ...refused], problems.length > 0 ? 2 : 1);
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseAdminUrl: data.DATABASE_ADMIN_URL,
    dataDir: data.ASSAY_DATA_DIR,
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.ASSAY_PUBLIC_URL,
    apis: data.ASSAY_ENABLE,
    bootstrapApiKey: data.ASSAY_BOOTSTRAP_API_KEY,
    secretKeys: data.ASSAY_SECRET_KEYS,
    corsOrigins: data.ASSAY_CORS_ORIGINS,
    outboundAllow: data.ASSAY_OUTBOUND_ALLOW,
    witnessDir: witnessDirOf(data),
    rateLimit: data.ASSAY_RATE_LIMIT,
    workspaceRateLimit: workspaceRateOf(data, given["ASSAY_WORKSPACE_RATE_LIMIT"]),
    ...limitsOf(data),
    jobLeaseSeconds: data.ASSAY_JOB_LEASE_SECONDS,
    claimMinutes: data.ASSAY_CLAIM_MINUTES,
    exportTtlHours: data.ASSAY_EXPORT_TTL_HOURS,
    retentionDays: given["ASSAY_RETENTION_DAYS"] === undefined ? undefined : data.ASSAY_RETENTION_DAYS,
    poolMax: data.ASSAY_POOL_MAX,
    priorityPoolMax: data.ASSAY_PRIORITY_POOL_MAX,
    metricsPort: given["METRICS_PORT"] === undefined ? undefined : data.METRICS_PORT,
    tracing: tracingOf(data),
    logLevel: data.LOG_LEVEL,
  };
}

/** Returns the limit of a workspace. @param given the variable as text; undefined if it is unset. */
const workspaceRateOf = (data: Variables, given: string | undefined): number =>
  (given === undefined ? undefined : data.ASSAY_WORKSPACE_RATE_LIMIT) ??
  data.ASSAY_RATE_LIMIT * workspaceRateFactor;

/** Returns the limits of concurrent work. */
const limitsOf = (data: Variables): Pick<Config, "slots" | "calls" | "threads"> => ({
  slots: {
    compute: data.ASSAY_WORKER_CONCURRENCY,
    remote: data.ASSAY_REMOTE_CHUNKS,
    export: data.ASSAY_EXPORT_CONCURRENCY,
  },
  calls: { remote: data.ASSAY_REMOTE_CALLS, webhook: data.ASSAY_WEBHOOK_CONCURRENCY },
  threads: { count: data.ASSAY_THREADS, memoryMb: data.ASSAY_THREAD_MEMORY_MB },
});

/** The minimum number of connections with which every request and job can make progress. */
const minPool = 4;

const poolProblems = (data: Variables | undefined): string[] =>
  data === undefined || data.ASSAY_POOL_MAX >= minPool
    ? []
    : [`ASSAY_POOL_MAX: "${data.ASSAY_POOL_MAX}" is too few connections; it must be at least ${minPool}`];

/**
 * Returns the witness folder. By default, it is next to the embedded database and not in the database's
 * folder.
 */
function witnessDirOf(data: Variables): string | undefined {
  const beside = data.DATABASE_URL === undefined ? join(data.ASSAY_DATA_DIR, "witness") : undefined;
  return data.ASSAY_WITNESS_DIR ?? beside;
}

function tracingOf(data: Variables): TracingConfig | undefined {
  if (data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    url: tracesUrl(data.OTEL_EXPORTER_OTLP_ENDPOINT),
    headers: parseHeaders(data.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
    serviceName: data.OTEL_SERVICE_NAME,
    ratio: data.OTEL_TRACES_SAMPLER_ARG,
  };
}
