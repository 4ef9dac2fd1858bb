import type { Logger } from "../log.ts";
import type { Tracing } from "./span.ts";
import type { TracingConfig } from "./tracing-config.ts";

/** Opens tracing if an endpoint is configured. Otherwise, OpenTelemetry is not loaded. */
export async function openTracing(
  config: TracingConfig | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (config === undefined) return undefined;
  const { otlpTracing } = await import("./otlp-tracing.ts");
  return otlpTracing(config, log);
}
