/** The configuration for exporting traces. */
export interface TracingConfig {
  /** Endpoint for OTLP over HTTP: the collector's base URL followed by `/v1/traces`. */
  url: string;
  /** Request headers, such as the collector's API key. They are secret. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /**
   * Share of the traces started by this server that are recorded, from 0 to 1. If a caller started the trace,
   * the caller determines whether it is recorded.
   */
  ratio: number;
}

/**
 * Parses the headers in OpenTelemetry's environment variable: `name=value,…`, percent-encoded.
 *
 * @returns undefined if the text is malformed.
 */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(",")
    .map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e ]*?)\s*$/.exec(pair));
  try {
    const entries = pairs.map((match): [string, string] | undefined =>
      match?.[1] === undefined ? undefined : [match[1].toLowerCase(), decodeURIComponent(match[2] ?? "")],
    );
    return entries.every((entry) => entry !== undefined) ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the endpoint for traces of a collector with the given base URL. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  return url.href;
}
