/** Where traces go, and which. */
export interface TracingConfig {
  /** Takes OTLP over HTTP: the collector's address with `/v1/traces`. */
  url: string;
  /** Sent along, as a key of the collector's: secret. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Which share of the traces that begin here is kept, 0 to 1; one that a caller began is kept as the caller says. */
  ratio: number;
}

/** Headers as OpenTelemetry's variable has them: `name=value,…`, percent-encoded. @returns undefined for another text. */
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

/** The address of a collector for traces, made of the one for everything. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  return url.href;
}
