import type { Logger, LogLevel } from "./logger.ts";

/** How a client reaches the API. Every member has a default but the key. */
export interface AssayOptions {
  /** The API key; default: the environment's `ASSAY_API_KEY`. */
  apiKey?: string | undefined;
  /** Where the API is; default: `ASSAY_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseUrl?: string | undefined;
  /** Where the control plane is; default: `ASSAY_CONTROL_PLANE_URL`, else `baseUrl`. */
  controlPlaneUrl?: string | undefined;
  /** Milliseconds for one attempt, the answer's body included; default 60,000; `Infinity` for no limit. */
  timeoutMs?: number | undefined;
  /** Attempts after the first; default 2, 0 for none. */
  maxRetries?: number | undefined;
  /** Called in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Where the client reports to; default `console`. */
  logger?: Logger | undefined;
  /** How much it reports; default `warn`. */
  logLevel?: LogLevel | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Lets the client run in a browser, where every visitor can read the key. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** What one call may set apart from the client. */
export interface RequestOptions {
  /** Aborts the call at any stage. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; `Infinity` for no limit. */
  timeoutMs?: number | undefined;
  /** Attempts after the first; 0 for none. */
  maxRetries?: number | undefined;
  /** The key that makes a POST safe to repeat; default: a new one for each call, kept over its retries. */
  idempotencyKey?: string | undefined;
  /** Sent with this request; they win over the client's. */
  headers?: Record<string, string> | undefined;
}

/** What holds for one call: the client's options with their defaults filled in, and what the call sets apart. */
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

/** Fills in defaults and the environment, and checks nothing: {@link faultySetting}. */
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

/** No user and password, which fetch refuses and which belong in no message; no query or fragment. */
const isUrl = (url: string): boolean => /^https?:\/\/[^@?#\s]+$/.test(url);

/** A setting of which `settingsError` says what is wrong with it. */
export type FaultySetting = "exposed" | "apiKey" | "baseUrl" | "controlPlaneUrl" | "timeoutMs" | "logLevel";

/** The first setting that no call can be made with; undefined when one can. */
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
  // A page, as against a server, a worker or a command line.
  if (!dangerouslyAllowBrowser && "document" in globalThis) return "exposed";
  // fetch would quote the whole key in its own complaint.
  if (!/^[!-~]+$/.test(apiKey)) return "apiKey";
  if (!isUrl(baseUrl)) return "baseUrl";
  if (!isUrl(controlPlaneUrl)) return "controlPlaneUrl";
  if (!(timeoutMs > 0 && maxRetries >= 0)) return "timeoutMs";
  return /^(off|error|warn|info|debug)$/.test(logLevel) ? undefined : "logLevel";
}

/** A variable of the environment, where there is one and it may be read. */
function env(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno without the permission to read it.
  }
}
