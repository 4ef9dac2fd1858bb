import type { Logger, LogLevel } from "./logger.ts";

/** Client options. Every member except the key has a default. */
export interface AssayOptions {
  /** The API key; default: the environment variable `ASSAY_API_KEY`. */
  apiKey?: string | undefined;
  /** The API's URL; default: `ASSAY_BASE_URL`, otherwise `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** The control plane's URL; default: `ASSAY_CONTROL_PLANE_URL`, otherwise `baseUrl`. */
  controlPlaneUrl?: string | undefined;
  /**
   * Time limit for one attempt with its response body (milliseconds); default 60,000; `Infinity` for none.
   */
  timeoutMs?: number | undefined;
  /** Maximum number of retries; default 2. */
  maxRetries?: number | undefined;
  /** Replacement for the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** The client's logger; default `console`. */
  logger?: Logger | undefined;
  /** Log level; default `warn`. */
  logLevel?: LogLevel | undefined;
  /** Headers to send with every request. */
  headers?: Record<string, string> | undefined;
  /** Whether to allow the client in a browser, where every visitor can read the key. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call at any stage. */
  signal?: AbortSignal | undefined;
  /** Time limit for one attempt (milliseconds); `Infinity` for none. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries. */
  maxRetries?: number | undefined;
  /** The key that makes a POST safe to repeat; default: a new key for each call, which its retries reuse. */
  idempotencyKey?: string | undefined;
  /** Headers to send with this request; they override the client's headers. */
  headers?: Record<string, string> | undefined;
}

/** Options of one call by the SDK itself. */
export interface ReadingOptions extends RequestOptions {
  /** Reads the body of a successful response; default: `response.json()`. */
  json?: ((response: Response) => Promise<unknown>) | undefined;
}

/** The settings of one call: the client's options with defaults applied, overridden by the call's options. */
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

/** Applies defaults and environment variables; {@link faultySetting} validates the result. */
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

/**
 * Accepts only URLs without query, fragment, user and password; fetch rejects a URL with a user or a
 * password.
 */
const isUrl = (url: string): boolean => /^https?:\/\/[^@?#\s]+$/.test(url);

/**
 * Returns the number of the first invalid setting, for which `settingsError` creates an error; -1 if all settings
 * are valid. The settings are: the place where the client runs, `apiKey`, `baseUrl`, `controlPlaneUrl`, the limits
 * and `logLevel`.
 */
export function faultySetting(settings: Settings): number {
  const {
    apiKey = "",
    baseUrl,
    controlPlaneUrl,
    timeoutMs,
    maxRetries,
    logLevel,
    dangerouslyAllowBrowser,
  } = settings;
  return [
    // Only a web page has a document; servers, workers and command-line programs have none.
    !!dangerouslyAllowBrowser || !("document" in globalThis),
    // The error that fetch throws would contain the whole key.
    /^[!-~]+$/.test(apiKey),
    isUrl(baseUrl),
    isUrl(controlPlaneUrl),
    timeoutMs > 0 && maxRetries >= 0,
    /^(off|error|warn|info|debug)$/.test(logLevel),
  ].indexOf(false);
}

/** Returns an environment variable; undefined if it is unset or not readable. */
function env(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno has no permission to read the variable.
  }
}
