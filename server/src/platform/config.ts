import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { limits } from "@assay/contract/platform/limits";
import { counted } from "@assay/contract/domain";
import * as z from "zod";
import { type Network, parseNetworks } from "./outbound/address-guard.ts";
import { isWellFormedSecret } from "./secrets/api-key-secret.ts";
import { parseKeyring } from "./secrets/keyring.ts";
import { parseHeaders, type TracingConfig, tracesUrl } from "./tracing/tracing-config.ts";

const integer = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${minimum} to ${maximum}` })
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .default(fallback);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }).optional();

/**
 * Returns a schema for an http(s) URL that contains no secret, because the URL is shown in links and log
 * lines.
 */
const plainUrl = (accepted: string, hint = "") =>
  z
    .url({ protocol: /^https?$/, error: `must be ${accepted}` })
    .refine((text) => !hasUserInfo(text), {
      error: `must be ${accepted}, without user name and password${hint}`,
    })
    .optional();

/** Whether a text is a URL with a user name or a password. */
const hasUserInfo = (text: string): boolean => /:\/\/[^/?#]*@/.test(text);

const variables = z.object({
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_ADMIN_URL: postgresUrl,
  ASSAY_DATA_DIR: z.string().min(1).default(".assay"),
  PORT: integer(8787, 0, 65_535),
  HOST: z.string().min(1).default("127.0.0.1"),
  ASSAY_PUBLIC_URL: plainUrl("an http(s) URL"),
  ASSAY_BOOTSTRAP_API_KEY: z
    .string()
    .refine(isWellFormedSecret, {
      error: "must be assay_live_ followed by 38 characters, including a valid checksum",
    })
    .optional(),
  ASSAY_SECRET_KEYS: z
    .string()
    .refine((text) => parseKeyring(text) !== undefined, {
      error: "must be version:base64 keys (32 bytes each), separated by commas, newest first",
    })
    .optional(),
  ASSAY_CORS_ORIGINS: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(",").map((origin) => origin.trim()) : [])),
  ASSAY_OUTBOUND_ALLOW: z
    .string()
    .refine((text) => parseNetworks(text) !== undefined, {
      error: "must be networks (such as 10.1.0.0/16) or addresses, separated by commas",
    })
    .optional()
    .transform((text) => (text === undefined ? [] : (parseNetworks(text) ?? []))),
  ASSAY_WITNESS_DIR: z.string().min(1).optional(),
  ASSAY_RATE_LIMIT: integer(6000, 1, 100_000_000),
  ASSAY_WORKER_CONCURRENCY: integer(2, 1, 64),
  ASSAY_JOB_LEASE_SECONDS: integer(60, 3, 3600),
  ASSAY_CLAIM_MINUTES: integer(30, 1, 10_080),
  ASSAY_EXPORT_TTL_HOURS: integer(limits.exportHours, 1, 8760),
  ASSAY_RETENTION_DAYS: integer(1, 1, 36_500).optional(),
  ASSAY_POOL_MAX: integer(20, 2, 500),
  METRICS_PORT: integer(0, 0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: plainUrl(
    "an http(s) URL, such as http://127.0.0.1:4318",
    "; set the collector's credentials in OTEL_EXPORTER_OTLP_HEADERS",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseHeaders(text) !== undefined, {
      error: "must be name=value pairs, separated by commas",
    })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("assay"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0)$/, { error: "must be a number from 0 to 1" })
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** The names of the environment variables that configure the program. */
export const knownVariables: readonly string[] = Object.keys(variables.shape);

/** The validated configuration of the server. */
export interface Config {
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  /**
   * URL for a role that may delete workspaces with their evidence. Only the command for this purpose uses it.
   */
  databaseAdminUrl: string | undefined;
  dataDir: string;
  port: number;
  host: string;
  publicUrl: string | undefined;
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
   * Folder outside the database for the last checkpoint of each evidence log, by which a log that was
   * restored from an old backup is detected. If undefined, the checkpoints are recorded only in the memory of
   * each process.
   */
  witnessDir: string | undefined;
  /** Maximum number of requests per minute for each API key. */
  rateLimit: number;
  workerConcurrency: number;
  /**
   * Lease of a job whose worker sends no heartbeat (seconds). After this time, another worker claims the job.
   */
  jobLeaseSeconds: number;
  /** Time until a claim on a review task expires if no review is submitted (minutes). */
  claimMinutes: number;
  /** How long export files are stored (hours). */
  exportTtlHours: number;
  /** How long event data in the evidence logs is stored (days); undefined if the time is not limited. */
  retentionDays: number | undefined;
  poolMax: number;
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
}

const secretVariables = new Set([
  "ASSAY_BOOTSTRAP_API_KEY",
  "ASSAY_SECRET_KEYS",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_ADMIN_URL",
]);

/**
 * Reads the configuration from environment variables.
 *
 * @param environment usually `process.env`, supplemented with the values from a `.env` file
 * (`environmentWithFile`).
 * @throws {ConfigError} an error that lists each invalid variable with its value (except secrets) and the
 * accepted values.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as unset, because compose files and shells can unset a variable only in this
  // way.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue, given));
  if (given["DATABASE_URL"] && !given["ASSAY_SECRET_KEYS"]) {
    problems.push(
      "ASSAY_SECRET_KEYS: is required if DATABASE_URL is set. Create a key with: node -e \"console.log('1:'+require('crypto').randomBytes(32).toString('base64'))\"",
    );
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      `The configuration has ${counted(problems.length, "problem")}:\n${problems.map((text) => `  - ${text}`).join("\n")}`,
    );
  }
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseAdminUrl: data.DATABASE_ADMIN_URL,
    dataDir: data.ASSAY_DATA_DIR,
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.ASSAY_PUBLIC_URL,
    bootstrapApiKey: data.ASSAY_BOOTSTRAP_API_KEY,
    secretKeys: data.ASSAY_SECRET_KEYS,
    corsOrigins: data.ASSAY_CORS_ORIGINS,
    outboundAllow: data.ASSAY_OUTBOUND_ALLOW,
    witnessDir: witnessDirOf(data),
    rateLimit: data.ASSAY_RATE_LIMIT,
    workerConcurrency: data.ASSAY_WORKER_CONCURRENCY,
    jobLeaseSeconds: data.ASSAY_JOB_LEASE_SECONDS,
    claimMinutes: data.ASSAY_CLAIM_MINUTES,
    exportTtlHours: data.ASSAY_EXPORT_TTL_HOURS,
    retentionDays: given["ASSAY_RETENTION_DAYS"] === undefined ? undefined : data.ASSAY_RETENTION_DAYS,
    poolMax: data.ASSAY_POOL_MAX,
    metricsPort: given["METRICS_PORT"] === undefined ? undefined : data.METRICS_PORT,
    tracing: tracingOf(data),
    logLevel: data.LOG_LEVEL,
  };
}

function problemOf({ path, message }: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(path[0]);
  const isSecret = secretVariables.has(name) || hasUserInfo(given[name] ?? "");
  const value = isSecret ? "its value (not shown)" : JSON.stringify(given[name]);
  return `${name}: ${value} ${message.startsWith("must") ? message : `is not valid: ${message}`}`;
}

type Variables = z.output<typeof variables>;

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

/**
 * Returns the process's environment. Variables that are unset get their values from a `.env` file in the
 * working folder.
 */
export function environmentWithFile(file = ".env"): Record<string, string | undefined> {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...fromFile, ...process.env };
}
