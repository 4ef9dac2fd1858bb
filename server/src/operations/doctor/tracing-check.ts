import { request } from "undici";
import type { Config } from "../../platform/config.ts";
import { causeOf } from "../../platform/outbound/call-failures.ts";
import { type Finding, ok, warn } from "./finding.ts";

const timeoutMs = 5000;

/** Checks that the trace collector accepts traces, by sending an empty list of spans. */
export async function checkTracing({ tracing }: Pick<Config, "tracing">): Promise<Finding> {
  if (tracing === undefined)
    return ok("tracing", "Tracing is off, because OTEL_EXPORTER_OTLP_ENDPOINT is not set.");
  const { url, headers } = tracing;
  // The URL is shown without its query, because the query contains the API key of some collectors.
  const [shown] = url.split("?");
  const todo =
    "Check that OTEL_EXPORTER_OTLP_ENDPOINT is the base URL of a collector for OTLP over HTTP (port 4318, not 4317), and that OTEL_EXPORTER_OTLP_HEADERS contains its API key. Requests work without tracing.";
  try {
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    if (statusCode < 300) return ok("tracing", `${shown} accepts traces.`);
    return warn("tracing", `${shown} responds with ${statusCode}; traces are lost.`, todo);
  } catch (error) {
    return warn("tracing", `${shown} cannot be called (${causeOf(error)}); traces are lost.`, todo);
  }
}
