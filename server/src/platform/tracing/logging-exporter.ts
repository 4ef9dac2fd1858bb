import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";

/** How often it is said that spans cannot be sent. */
const tellEveryMs = 60_000;

/** An exporter of whose failures the log tells: the first one, then one a minute, and when it works again. */
export function telling(exporter: SpanExporter, log: Logger): SpanExporter {
  let failedAt: number | undefined;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailed = result.code === ExportResultCode.FAILED;
        if (isFailed && (failedAt === undefined || performance.now() - failedAt >= tellEveryMs)) {
          failedAt = performance.now();
          log.warn({ err: result.error, spans: spans.length }, "traces could not be sent, and are dropped");
        }
        if (!isFailed && failedAt !== undefined) {
          failedAt = undefined;
          log.info("traces are sent again");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
