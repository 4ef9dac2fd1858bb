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
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional();

/** An http(s) address that holds no secret by itself: it is shown, in links or in what is told of a collector. */
const plainUrl = (wanted: string, otherwise = "") =>
  z
    .url({ protocol: /^https?$/, error: `must be ${wanted}` })
    .refine((text) => !hasUserInfo(text), {
      error: `must be ${wanted}, without user name and password${otherwise}`,
    })
    .optional();

/** Whether a text is an address with a user name or password in it. */
const hasUserInfo = (text: string): boolean => /:\/\/[^/?#]*@/.test(text);

const variables = z.object({
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_ADMIN_URL: postgresUrl,
  ASSAY_DATA_DIR: z.string().min(1).default(".assay"),
  PORT: integer(8787, 0, 65_535),
  HOST: z.string().min(1).default("127.0.0.1"),
  ASSAY_PUBLIC_URL: plainUrl("an http(s) address"),
  ASSAY_BOOTSTRAP_API_KEY: z
    .string()
    .refine(isWellFormedSecret, { error: "must be assay_live_ and 38 characters with a valid checksum" })
    .optional(),
  ASSAY_SECRET_KEYS: z
    .string()
    .refine((text) => parseKeyring(text) !== undefined, {
      error: "must be version:base64 (32 bytes each), separated by commas, newest first",
    })
    .optional(),
  ASSAY_CORS_ORIGINS: z
    .string()
    .optional()
    .transform((text) => (text ? text.split(",").map((origin) => origin.trim()) : [])),
  ASSAY_OUTBOUND_ALLOW: z
    .string()
    .refine((text) => parseNetworks(text) !== undefined, {
      error: "must be networks such as 10.1.0.0/16 or addresses, separated by commas",
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
    "an http(s) address, as http://127.0.0.1:4318",
    "; what the collector asks for goes into OTEL_EXPORTER_OTLP_HEADERS",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseHeaders(text) !== undefined, { error: "must be name=value, separated by commas" })
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("assay"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0)$/, { error: "must be a share from 0 to 1" })
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Every variable that configures the program. */
export const knownVariables: readonly string[] = Object.keys(variables.shape);

/** What the server was told through its environment, checked. */
export interface Config {
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  /** The database as the role that may delete workspaces with their evidence: for that command alone. */
  databaseAdminUrl: string | undefined;
  dataDir: string;
  port: number;
  host: string;
  publicUrl: string | undefined;
  bootstrapApiKey: string | undefined;
  /** `version:base64,…`; undefined in embedded mode: kept in the data folder. */
  secretKeys: string | undefined;
  corsOrigins: readonly string[];
  /** Networks that outgoing requests may reach although they are not public, by plain http too. */
  outboundAllow: readonly Network[];
  /**
   * Where the last checkpoint of each evidence log is remembered outside the database, so that one restored from an old
   * backup is noticed; undefined: in each process alone.
   */
  witnessDir: string | undefined;
  /** Requests a minute and API key. */
  rateLimit: number;
  workerConcurrency: number;
  /** How long a worker keeps a job without a sign of life; a killed one's job is taken up after it. */
  jobLeaseSeconds: number;
  /** How long a claimed review task stays claimed without a review. */
  claimMinutes: number;
  /** How long the files of exports are kept. */
  exportTtlHours: number;
  /** How many days the data of events in the evidence logs are kept; undefined: for ever. */
  retentionDays: number | undefined;
  poolMax: number;
  /** Where `/metrics` and the probes are served apart from the APIs; undefined: `/metrics` is beside them, for keys with `metrics:read`. */
  metricsPort: number | undefined;
  /** Where traces are sent; undefined: nothing is traced. */
  tracing: TracingConfig | undefined;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

/** The environment is not usable; the message names every problem at once. */
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
 * Reads the configuration from an environment.
 *
 * @param environment usually `process.env`, with a `.env` file's values below it (`environmentWithFile`).
 * @throws {ConfigError} naming each variable that is wrong, its value (secrets excepted) and what would be accepted.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable is as good as none: that is how compose files and shells unset one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue, given));
  if (given["DATABASE_URL"] && !given["ASSAY_SECRET_KEYS"]) {
    problems.push(
      "ASSAY_SECRET_KEYS: is needed with DATABASE_URL; make one with: node -e \"console.log('1:'+require('crypto').randomBytes(32).toString('base64'))\"",
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

/** By default beside the embedded database, not in its folder. */
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

/** The process's environment, completed by a `.env` file in the working folder where there is one. */
export function environmentWithFile(file = ".env"): Record<string, string | undefined> {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  return { ...fromFile, ...process.env };
}
