/** Configuration of the export of traces. */
export interface TracingConfig {
  /** Endpoint of OTLP over HTTP: the collector's address with `/v1/traces`. */
  url: string;
  /** Request headers, such as the collector's key: secret. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Sampling ratio of traces that start here, 0 to 1; for a caller's trace, the caller decides. */
  ratio: number;
}

/**
 * Parses the headers of OpenTelemetry's variable: `name=value,…`, percent-encoded. @returns undefined if
 * malformed.
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

/** The trace endpoint of a collector's base address. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  return url.href;
}
