// This is the only module that imports OpenTelemetry. It is imported on demand, because loading it takes 60
// ms.
import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";
import type { Span, SpanAttributes, SpanStart, TraceContext, Tracing } from "./span.ts";
import { withFailureLog } from "./logging-exporter.ts";
import type { TracingConfig } from "./tracing-config.ts";

/** Time after which a batch is dropped, including its retries (milliseconds). */
const exportTimeoutMs = 10_000;
/**
 * Maximum number of spans in the queue. Further spans are dropped, so that an unavailable collector does not
 * fill the memory.
 */
const maxQueuedSpans = 8192;
/** How long the process waits for the last spans to be sent before it ends (milliseconds). */
const closeTimeoutMs = 3000;
/** Maximum length of attribute values; longer ones are truncated. */
const maxValueChars = 512;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

const propagator = new W3CTraceContextPropagator();

/**
 * Creates spans, and sends them through OTLP over HTTP. Nothing is global, so two servers in one process are
 * independent.
 */
export function otlpTracing({ url, headers, serviceName, ratio }: TracingConfig, log: Logger): Tracing {
  const exporter = withFailureLog(
    new OTLPTraceExporter({ url, headers, timeoutMillis: exportTimeoutMs }),
    log,
  );
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: maxQueuedSpans,
    scheduledDelayMillis: 1000,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "process.pid": process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: maxValueChars },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("assay");
  return {
    begin: (start, parent) => new TracedSpan(tracer, start, contextOf(parent)),
    close: () => closeInTime(provider),
  };
}

class TracedSpan implements Span {
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;
  readonly #within: Context;
  readonly traceId: string;
  readonly spanId: string;

  constructor(
    tracer: Tracer,
    { name, kind = "internal", attributes = {}, links = [] }: SpanStart,
    of: Context,
  ) {
    this.#tracer = tracer;
    this.#span = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes: { ...attributes }, links: links.flatMap(linkTo) },
      of,
    );
    this.#within = trace.setSpan(of, this.#span);
    ({ traceId: this.traceId, spanId: this.spanId } = this.#span.spanContext());
  }

  get context(): TraceContext {
    const carrier = { traceparent: "" };
    propagator.inject(this.#within, carrier, {
      set: (headers: Record<string, string>, name, value) => void (headers[name] = value),
    });
    return carrier;
  }

  child(start: SpanStart): Span {
    return new TracedSpan(this.#tracer, start, this.#within);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes({ ...attributes });
  }

  fail(errorType: string): void {
    this.#span.setAttribute("error.type", errorType);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}

/** Returns the context of a parent span. An invalid context, which a client may have sent, is ignored. */
function contextOf(parent: TraceContext | null | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  return propagator.extract(ROOT_CONTEXT, parent, {
    keys: (carrier) => Object.keys(carrier),
    get: (carrier, name) => (name === "traceparent" ? carrier.traceparent : carrier.tracestate),
  });
}

function linkTo(linked: TraceContext) {
  const context = trace.getSpanContext(contextOf(linked));
  return context ? [{ context }] : [];
}

async function closeInTime(provider: TracerProvider): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeTimeoutMs);
  });
  // Export failures have already been logged.
  await Promise.race([provider.shutdown().catch(() => undefined), late]);
  clearTimeout(timer);
}
