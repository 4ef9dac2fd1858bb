import type { Request } from "express";
import type { Caller } from "./handler.ts";

/** What the middleware learns of a request on its way to the handler. */
export interface RequestContext {
  requestId: string;
  /** The path's parameters as they came: Express empties its own once the route's handlers are left. */
  params?: Readonly<Record<string, unknown>>;
  /** Set once authenticated. */
  caller?: Caller;
  /** SHA-256 of query and body, for idempotency; set once a parsed body was read. */
  bodyHash?: Buffer;
  /** The text of a body that its route reads itself; undefined when it is no UTF-8. */
  text?: string | undefined;
  /** Set when the answer is an earlier one. */
  replayed?: true;
}

const contexts = new WeakMap<Request, RequestContext>();

/** Attaches the context; the first middleware does this, once. */
export function beginContext(request: Request, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request. */
export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request);
  if (!context) throw new Error("The request has no context: the request-id middleware must come first.");
  return context;
}

/** The caller of a request behind `authenticate`. */
export function callerOf(request: Request): Caller {
  const { caller } = contextOf(request);
  if (!caller)
    throw new Error(`${request.method} ${request.path} has no caller: its route must not be public.`);
  return caller;
}
