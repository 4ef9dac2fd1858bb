import type { Request } from "express";
import type { Caller } from "./handler.ts";

/** Request data that the middleware collects for the handler. */
export interface RequestContext {
  requestId: string;
  /** The path parameters; Express clears its own after the route's handlers. */
  params?: Readonly<Record<string, unknown>>;
  /** Set after authentication. */
  caller?: Caller;
  /** SHA-256 of query and body, for idempotency; set after reading a parsed body. */
  bodyHash?: Buffer;
  /** The text of a body that its route parses itself; undefined if not UTF-8. */
  text?: string | undefined;
  /** Set if an earlier response is returned. */
  replayed?: true;
}

const own = Symbol("context");

/** A property of the request, because weak maps cost more in garbage collection. */
type WithContext = Request & { [own]?: RequestContext };

/** Attaches the context; called once, by the first middleware. */
export function startContext(request: Request, context: RequestContext): void {
  (request as WithContext)[own] = context;
}

/** The context of a request; undefined before it is attached. */
export const findContext = (request: Request): RequestContext | undefined => (request as WithContext)[own];

/** The context of a request. */
export function contextOf(request: Request): RequestContext {
  const context = findContext(request);
  if (!context) throw new Error("The request has no context; the request-id middleware must run first.");
  return context;
}

/** The caller of an authenticated request. */
export function callerOf(request: Request): Caller {
  const { caller } = contextOf(request);
  if (!caller)
    throw new Error(`${request.method} ${request.path} has no caller; its route must not be public.`);
  return caller;
}
