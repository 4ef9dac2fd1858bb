import type { Logger, LogLevel } from "./logger.ts";

/** Options of a client. Every member except the key has a default. */
export interface AssayOptions {
  /** The API key; default: the environment's `ASSAY_API_KEY`. */
  apiKey?: string | undefined;
  /** URL of the API; default: `ASSAY_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** URL of the control plane; default: `ASSAY_CONTROL_PLANE_URL`, else `baseUrl`. */
  controlPlaneUrl?: string | undefined;
  /** Time limit of one attempt including the response body (milliseconds); default 60,000; `Infinity`: none. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries; default 2. */
  maxRetries?: number | undefined;
  /** Called in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Logger of the client; default `console`. */
  logger?: Logger | undefined;
  /** Log level; default `warn`. */
  logLevel?: LogLevel | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Allows the client in a browser, where every visitor can read the key. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call at any stage. */
  signal?: AbortSignal | undefined;
  /** Time limit of one attempt (milliseconds); `Infinity`: none. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. */
  maxRetries?: number | undefined;
  /** The key that makes a POST safe to repeat; default: a new one for each call, which its retries reuse. */
  idempotencyKey?: string | undefined;
  /** Sent with this request; override the headers of the client. */
  headers?: Record<string, string> | undefined;
}

/** Settings of one call: the options of the client with defaults, overridden by those of the call. */
export interface Settings {
  apiKey: string | undefined;
  baseUrl: string;
  controlPlaneUrl: string;
  timeoutMs: number;
  maxRetries: number;
  fetch?: typeof globalThis.fetch | undefined;
  logger?: Logger | undefined;
  logLevel: LogLevel;
  headers?: Record<string, string> | undefined;
  dangerouslyAllowBrowser: boolean | undefined;
}

/** Applies defaults and the environment, without validation ({@link faultySetting}). */
export function readOptions(options: AssayOptions): Settings {
  const {
    apiKey,
    baseUrl,
    controlPlaneUrl,
    timeoutMs,
    maxRetries,
    logLevel,
    dangerouslyAllowBrowser,
    fetch,
    logger,
    headers,
  } = options;
  const base = baseUrl ?? env("ASSAY_BASE_URL") ?? "http://127.0.0.1:8787";
  return {
    apiKey: (apiKey ?? env("ASSAY_API_KEY"))?.trim(),
    baseUrl: base,
    controlPlaneUrl: controlPlaneUrl ?? env("ASSAY_CONTROL_PLANE_URL") ?? base,
    timeoutMs: timeoutMs ?? 60_000,
    maxRetries: maxRetries ?? 2,
    logLevel: logLevel ?? "warn",
    dangerouslyAllowBrowser,
    fetch,
    logger,
    headers,
  };
}

/** Excludes user and password, which fetch rejects and messages must not contain, and query and fragment. */
const isUrl = (url: string): boolean => /^https?:\/\/[^@?#\s]+$/.test(url);

/** A setting that `settingsError` has an error for. */
export type FaultySetting = "exposed" | "apiKey" | "baseUrl" | "controlPlaneUrl" | "timeoutMs" | "logLevel";

/** The first invalid setting; undefined if all are valid. */
export function faultySetting(settings: Settings): FaultySetting | undefined {
  const {
    apiKey = "",
    baseUrl,
    controlPlaneUrl,
    timeoutMs,
    maxRetries,
    logLevel,
    dangerouslyAllowBrowser,
  } = settings;
  // A web page, not a server, a worker or a command line.
  if (!dangerouslyAllowBrowser && "document" in globalThis) return "exposed";
  // The error of fetch would contain the whole key.
  if (!/^[!-~]+$/.test(apiKey)) return "apiKey";
  if (!isUrl(baseUrl)) return "baseUrl";
  if (!isUrl(controlPlaneUrl)) return "controlPlaneUrl";
  if (!(timeoutMs > 0 && maxRetries >= 0)) return "timeoutMs";
  return /^(off|error|warn|info|debug)$/.test(logLevel) ? undefined : "logLevel";
}

/** An environment variable; undefined if it is unset or not readable. */
function env(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno without permission to read the variable.
  }
}
