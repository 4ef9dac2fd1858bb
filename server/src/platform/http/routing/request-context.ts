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

const own = Symbol("context");

/** On the request itself: a table of weak references costs a busy collector more than all else that is noted here. */
type WithContext = Request & { [own]?: RequestContext };

/** Attaches the context; the first middleware does this, once. */
export function startContext(request: Request, context: RequestContext): void {
  (request as WithContext)[own] = context;
}

/** The context of a request; undefined before it is begun. */
export const findContext = (request: Request): RequestContext | undefined => (request as WithContext)[own];

/** The context of a request. */
export function contextOf(request: Request): RequestContext {
  const context = findContext(request);
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
