import type { Logger } from "../log.ts";
import type { Tracing } from "./span.ts";
import type { TracingConfig } from "./tracing-config.ts";

/** What makes spans, when there is a place to send them to; nothing is loaded for it otherwise. */
export async function openTracing(
  config: TracingConfig | undefined,
  log: Logger,
): Promise<Tracing | undefined> {
  if (config === undefined) return undefined;
  const { otlpTracing } = await import("./otlp-tracing.ts");
  return otlpTracing(config, log);
}
