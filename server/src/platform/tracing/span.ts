// Spans as the rest of the server knows them. Nothing of OpenTelemetry is loaded from here: a server that is not told where to
// send traces has no span active, and everything below is then one look at an empty store.
import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "@assay/contract/platform/errors";

/** Where in a trace something belongs, as the headers of W3C Trace Context say it; so it is stored and sent on. */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}

/** What is told of a span: never a body, a secret or the text of a query. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** How a span begins. */
export interface SpanStart {
  /** Of few different ones: a route, a kind of job, never an id. */
  name: string;
  kind?: "server" | "client" | "consumer" | "internal";
  attributes?: SpanAttributes;
  /** Others that it does the work of, besides its parent. */
  links?: readonly TraceContext[];
}

/** A piece of work with a beginning and an end, part of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** What makes others' work a part of this one. */
  readonly context: TraceContext;
  child: (start: SpanStart) => Span;
  rename: (name: string) => void;
  set: (attributes: SpanAttributes) => void;
  /** Marks it as failed. @param errorType a class of errors, never an error's own words, which may hold data. */
  fail: (errorType: string) => void;
  end: () => void;
}

/** What makes spans and sends them away. */
export interface Tracing {
  /** Begins a span: in the trace of `parent`, or a new one. */
  begin: (start: SpanStart, parent?: TraceContext | null) => Span;
  /** Sends what is left, for a few seconds at most. */
  close: () => Promise<void>;
}

const active = new AsyncLocalStorage<Span | undefined>();

/** The span of the work that is being done; undefined when nobody traces it. */
export const activeSpan = (): Span | undefined => active.getStore();

/** What a line of log says of the work that it is of. */
export function activeIds(): { trace_id?: string; span_id?: string } {
  const span = active.getStore();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Does work as a part of a span, which neither begins nor ends with it. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span === active.getStore() ? work() : active.run(span, work);

/** Does work that is no part of what set it off. */
export const detached = <T>(work: () => T): T => within(undefined, work);

/** Does work as a span that ends with it, and has failed when the work throws; a refusal is no failure. */
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

/** Does work as a span below the active one; without one, as it is. */
export function traced<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = active.getStore();
  return parent ? inSpan(parent.child(start()), work) : work();
}

/** Does work that something in another process, or earlier, has set off. */
export function tracedFrom<T>(
  tracing: Tracing | undefined,
  { parent, ...start }: SpanStart & { parent: TraceContext | null },
  work: () => Promise<T>,
): Promise<T> {
  return tracing ? inSpan(tracing.begin(start, parent), work) : work();
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** The class of an error: its code where it has one (`23505`, `ECONNREFUSED`), else its name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
