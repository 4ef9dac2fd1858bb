// The interface for tracing in the server. This module does not load OpenTelemetry. If tracing is disabled,
// no span is active, and each function only reads an empty store.
import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "@assay/contract/platform/errors";

/**
 * A position in a trace, in the form of the W3C Trace Context headers. Jobs and events store a position in
 * the same form.
 */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** The attributes of a span. They never contain a body, a secret or the text of a query. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The data with which a span is started. */
export interface SpanStart {
  /** Name with a small number of possible values: a route or a kind of job, never an id. */
  name: string;
  kind?: "server" | "client" | "consumer" | "internal";
  attributes?: SpanAttributes;
  /** Spans, in addition to the parent, that caused the work in this span. */
  links?: readonly TraceContext[];
}

/** A piece of work whose time is measured, as part of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** The context to pass to other work so that it becomes part of this span. */
  readonly context: TraceContext;
  child: (start: SpanStart) => Span;
  rename: (name: string) => void;
  set: (attributes: SpanAttributes) => void;
  /**
   * Marks the span as failed.
   *
   * @param errorType the class of the error, never its message, because a message may contain data.
   */
  fail: (errorType: string) => void;
  end: () => void;
}

/** Creates spans, and exports them. */
export interface Tracing {
  /** Starts a span, either in the trace of `parent` or in a new trace. */
  begin: (start: SpanStart, parent?: TraceContext | null) => Span;
  /** Exports the remaining spans. This takes a few seconds at most. */
  close: () => Promise<void>;
}

const active = new AsyncLocalStorage<Span | undefined>();

/** Returns the span of the current work; undefined if the work is not traced. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Returns the ids of the active span's trace, for a log line. */
export function activeIds(): { trace_id?: string; span_id?: string } {
  const span = active.getStore();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Runs work within a span, without starting or ending the span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span === active.getStore() ? work() : active.run(span, work);

/** Runs work outside of the active span. */
export const detached = <T>(work: () => T): T => within(undefined, work);

/**
 * Runs work in a span. The span ends with the work, and is marked as failed if the work throws an error that
 * is not a refusal.
 */
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

/** Runs work in a child of the active span. If there is no active span, the work is not traced. */
export function traced<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = active.getStore();
  return parent ? inSpan(parent.child(start()), work) : work();
}

/** Runs work that was caused by another process or by earlier work, in the trace of that cause. */
export function tracedFrom<T>(
  tracing: Tracing | undefined,
  { parent, ...start }: SpanStart & { parent: TraceContext | null },
  work: () => Promise<T>,
): Promise<T> {
  return tracing ? inSpan(tracing.begin(start, parent), work) : work();
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** Returns the class of an error: its code (`23505`, `ECONNREFUSED`) or, if it has none, its name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
