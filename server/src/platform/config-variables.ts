import { limits } from "@assay/contract/platform/limits";
import * as z from "zod";
import { apiNames, parseApis } from "./api-names.ts";
import { parseServerHosts } from "./db/connection/hosts/server-hosts.ts";
import { defaultPools } from "./open-files.ts";
import { parseNetworks } from "./outbound/address-guard.ts";
import { isWellFormedSecret } from "./secrets/api-key-secret.ts";
import { parseKeyring } from "./secrets/keyring.ts";
import { parseHeaders } from "./tracing/tracing-config.ts";

const integer = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${minimum} to ${maximum}` })
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .default(fallback);
const postgresUrl = z
  .string()
  .superRefine((text, context) => {
    const hosts = parseServerHosts(text);
    if (typeof hosts === "string") context.addIssue({ code: "custom", message: hosts });
  })
  .optional();

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

/** The schema of the environment variables that configure the program. */
export const variables = z.object({
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
  ASSAY_ENABLE: z
    .string()
    .refine((text) => parseApis(text) !== undefined, {
      error: "must be evaluation, control or both, separated by a comma",
    })
    .default(apiNames.join())
    .transform((text) => parseApis(text) ?? []),
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
  ASSAY_WORKSPACE_RATE_LIMIT: integer(1, 1, 500_000_000).optional(),
  ASSAY_WORKER_CONCURRENCY: integer(2, 1, 64),
  ASSAY_REMOTE_CHUNKS: integer(32, 1, 1000),
  ASSAY_REMOTE_CALLS: integer(64, 1, 1000),
  ASSAY_EXPORT_CONCURRENCY: integer(1, 1, 16),
  ASSAY_WEBHOOK_CONCURRENCY: integer(16, 1, 1000),
  ASSAY_THREADS: integer(2, 1, 64),
  ASSAY_THREAD_MEMORY_MB: integer(256, 64, 16_384),
  ASSAY_JOB_LEASE_SECONDS: integer(60, 3, 3600),
  ASSAY_CLAIM_MINUTES: integer(30, 1, 10_080),
  ASSAY_EXPORT_TTL_HOURS: integer(limits.exportHours, 1, 8760),
  ASSAY_RETENTION_DAYS: integer(1, 1, 36_500).optional(),
  ASSAY_POOL_MAX: integer(defaultPools.poolMax, 0, 500),
  ASSAY_PRIORITY_POOL_MAX: integer(defaultPools.priorityPoolMax, 1, 100),
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

/** The parsed environment variables. */
export type Variables = z.output<typeof variables>;

const secretVariables = new Set([
  "ASSAY_BOOTSTRAP_API_KEY",
  "ASSAY_SECRET_KEYS",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_ADMIN_URL",
]);

/** Describes an invalid variable: its name, its value unless the value is secret, and the accepted values. */
export function problemOf(
  { path, message }: z.core.$ZodIssue,
  given: Record<string, string | undefined>,
): string {
  const name = String(path[0]);
  const isSecret = secretVariables.has(name) || hasUserInfo(given[name] ?? "");
  const value = isSecret ? "its value (not shown)" : JSON.stringify(given[name]);
  return `${name}: ${value} ${message.startsWith("must") ? message : `is not valid: ${message}`}`;
}
