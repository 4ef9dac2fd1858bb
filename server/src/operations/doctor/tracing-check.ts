import { request } from "undici";
import type { Config } from "../../platform/config.ts";
import { causeOf } from "../../platform/outbound/call-failures.ts";
import { type Finding, ok, warn } from "./finding.ts";

const timeoutMs = 5000;

/** Whether the collector takes traces: it is sent an empty list of them. */
export async function checkTracing({ tracing }: Pick<Config, "tracing">): Promise<Finding> {
  if (tracing === undefined) return ok("tracing", "Off: OTEL_EXPORTER_OTLP_ENDPOINT is not set.");
  const { url, headers } = tracing;
  // Without its query: some collectors take their key there.
  const [shown] = url.split("?");
  const todo =
    "See that OTEL_EXPORTER_OTLP_ENDPOINT is the base of a collector's OTLP over HTTP (port 4318, not 4317), and that OTEL_EXPORTER_OTLP_HEADERS holds its key. Requests go on without it.";
  try {
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    if (statusCode < 300) return ok("tracing", `${shown} takes traces.`);
    return warn("tracing", `${shown} answers ${statusCode}; traces are lost.`, todo);
  } catch (error) {
    return warn("tracing", `${shown} cannot be called (${causeOf(error)}); traces are lost.`, todo);
  }
}
