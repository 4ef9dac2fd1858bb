import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";

/** Minimum interval between log lines that report that spans cannot be sent (milliseconds). */
const logIntervalMs = 60_000;

/** Logs failures of an exporter: the first failure, then at most one per minute, and finally the recovery. */
export function withFailureLog(exporter: SpanExporter, log: Logger): SpanExporter {
  let failedAt: number | undefined;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailed = result.code === ExportResultCode.FAILED;
        if (isFailed && (failedAt === undefined || performance.now() - failedAt >= logIntervalMs)) {
          failedAt = performance.now();
          log.warn({ err: result.error, spans: spans.length }, "trace export failed");
        }
        if (!isFailed && failedAt !== undefined) {
          failedAt = undefined;
          log.info("trace export recovered");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
