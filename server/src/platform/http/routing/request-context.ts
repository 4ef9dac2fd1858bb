import type { Request } from "express";
import type { Caller } from "./handler.ts";

/** Data about a request that middleware collects for the handler. */
export interface RequestContext {
  requestId: string;
  /** The path parameters. They are copied here, because Express clears its own after the route's handlers. */
  params?: Readonly<Record<string, unknown>>;
  /** Is set after authentication. */
  caller?: Caller;
  /** Waits for room for the body. Is set if the rate limits do not apply to the request. */
  enterRoom?: (bytes: number) => Promise<void> | undefined;
  /** The SHA-256 hash of the query and the body, for idempotency. Is set after a parsed body was read. */
  bodyHash?: Buffer;
  /** The text of a body that the route parses itself; undefined if the body is not UTF-8. */
  text?: string | undefined;
  /** Is set if the response to an earlier request is returned. */
  replayed?: true;
}

const own = Symbol("context");

/** The context is a property of the request, because a weak map would slow down garbage collection. */
type WithContext = Request & { [own]?: RequestContext };

/** Attaches the context to a request. The first middleware calls this once. */
export function startContext(request: Request, context: RequestContext): void {
  (request as WithContext)[own] = context;
}

/** Returns the context of a request; undefined if it was not attached yet. */
export const findContext = (request: Request): RequestContext | undefined => (request as WithContext)[own];

/** Returns the context of a request. */
export function contextOf(request: Request): RequestContext {
  const context = findContext(request);
  if (!context) throw new Error("The request has no context; the request-id middleware must run first.");
  return context;
}

/** Returns the caller of an authenticated request. */
export function callerOf(request: Request): Caller {
  const { caller } = contextOf(request);
  if (!caller)
    throw new Error(`${request.method} ${request.path} has no caller; its route must not be public.`);
  return caller;
}
