// The tracing interface of the server. This module does not load OpenTelemetry: if tracing is off, no span is
// active, and each function only reads an empty store.
import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "@assay/contract/platform/errors";

/** A position in a trace, as in the headers of W3C Trace Context, which is also its stored form. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** Attributes of a span: never a body, a secret or the text of a query. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Start of a span. */
export interface SpanStart {
  /** With low cardinality: a route or a kind of job, never an id. */
  name: string;
  kind?: "server" | "client" | "consumer" | "internal";
  attributes?: SpanAttributes;
  /** Other spans, besides its parent, whose work it does. */
  links?: readonly TraceContext[];
}

/** A timed piece of work, part of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** The context that makes other work part of this span. */
  readonly context: TraceContext;
  child: (start: SpanStart) => Span;
  rename: (name: string) => void;
  set: (attributes: SpanAttributes) => void;
  /**
   * Marks the span as failed. @param errorType a class of errors, never a message, which may contain data.
   */
  fail: (errorType: string) => void;
  end: () => void;
}

/** Creates spans and exports them. */
export interface Tracing {
  /** Starts a span: in the trace of `parent`, or in a new one. */
  begin: (start: SpanStart, parent?: TraceContext | null) => Span;
  /** Exports the remaining spans, for a few seconds at most. */
  close: () => Promise<void>;
}

const active = new AsyncLocalStorage<Span | undefined>();

/** The span of the current work; undefined if not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

/** The trace ids of a log line. */
export function activeIds(): { trace_id?: string; span_id?: string } {
  const span = active.getStore();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Runs work within a span, without starting or ending the span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span === active.getStore() ? work() : active.run(span, work);

/** Runs work outside of the active span. */
export const detached = <T>(work: () => T): T => within(undefined, work);

/** Runs work as a span that ends with it and fails if the work throws; a refusal is not a failure. */
export async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await active.run(span, work);
  } catch (error) {
    if (!isRefusal(error)) span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work as a child of the active span; without one, runs it untraced. */
export function traced<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = active.getStore();
  return parent ? inSpan(parent.child(start()), work) : work();
}

/** Runs work that another process, or earlier work, has caused. */
export function tracedFrom<T>(
  tracing: Tracing | undefined,
  { parent, ...start }: SpanStart & { parent: TraceContext | null },
  work: () => Promise<T>,
): Promise<T> {
  return tracing ? inSpan(tracing.begin(start, parent), work) : work();
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** The class of an error: its code (`23505`, `ECONNREFUSED`), otherwise its name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
