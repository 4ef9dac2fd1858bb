import { AssayError } from "./errors.ts";
import { createLog, type Log, type Logger, type LogLevel } from "./logger.ts";

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

/** How long and how often a call is tried. */
export interface Patience {
  timeoutMs: number;
  maxRetries: number;
}

/** The options with their defaults filled in. */
export interface Settings extends Patience {
  apiKey: string;
  baseUrl: string;
  controlPlaneUrl: string;
  fetch: typeof globalThis.fetch | undefined;
  log: Log;
  headers: Record<string, string> | undefined;
}

/**
 * Fills in defaults and the environment.
 *
 * @throws AssayError that names the option which is missing or wrong, and never shows the key.
 */
export function resolveOptions(options: AssayOptions): Settings {
  // As against a server, a worker or a command line.
  const inBrowser = typeof window !== "undefined" && typeof document !== "undefined";
  if (inBrowser && !options.dangerouslyAllowBrowser) {
    throw new AssayError(
      "A web page shows its apiKey to anyone; dangerouslyAllowBrowser: true accepts that.",
    );
  }
  const apiKey = (options.apiKey ?? env("ASSAY_API_KEY"))?.trim();
  if (!apiKey) throw new AssayError("No API key: pass apiKey, or set ASSAY_API_KEY.");
  // Checked here because fetch would quote the whole key in its own complaint.
  if (!/^[!-~]+$/.test(apiKey)) throw new AssayError("The API key holds a character that no key has.");
  const baseUrl = readUrl("baseUrl", options.baseUrl ?? env("ASSAY_BASE_URL") ?? "http://127.0.0.1:8787");
  return {
    ...readPatience(options, { timeoutMs: 60_000, maxRetries: 2 }),
    apiKey,
    baseUrl,
    controlPlaneUrl: readUrl(
      "controlPlaneUrl",
      options.controlPlaneUrl ?? env("ASSAY_CONTROL_PLANE_URL") ?? baseUrl,
    ),
    fetch: options.fetch,
    log: createLog(options.logger, options.logLevel),
    headers: options.headers,
  };
}

/** @throws AssayError when a limit is given that is none. */
export function readPatience(options: Partial<Patience> | RequestOptions, defaults: Patience): Patience {
  const { timeoutMs = defaults.timeoutMs, maxRetries = defaults.maxRetries } = options;
  if (timeoutMs > 0 && maxRetries >= 0) return { timeoutMs, maxRetries };
  throw new AssayError(
    `timeoutMs must be above 0, maxRetries 0 or more; they are ${timeoutMs} and ${maxRetries}.`,
  );
}

function readUrl(name: string, value: string): string {
  // No user and password, which fetch refuses and which belong in no message; no query or fragment.
  if (/^https?:\/\/[^@?#\s]+$/.test(value)) return value.replace(/\/+$/, "");
  throw new AssayError(`${name} "${value.replace(/\/\/.*@/, "//***@")}" must be a plain http(s) address.`);
}

/** A variable of the environment, where there is one and it may be read. */
function env(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined;
  } catch {
    return undefined; // Deno without the permission to read it.
  }
}
