import type { AppRoute, AppRouter, ServerInferRequest, ServerInferResponses } from "@ts-rest/core";
import type { Scope } from "@assay/contract/platform/scopes";
import type { Request } from "express";
import type { Tx } from "../../db/transaction.ts";

/** The caller of a request, as identified by the request's API key. */
export interface Caller {
  workspaceId: string;
  apiKeyId: string;
  scopes: ReadonlySet<Scope>;
  /** The projects (UUIDs) to which the API key is restricted; null if it can access the whole workspace. */
  projects: readonly string[] | null;
  /** The reviewer (UUID) that the API key acts as; null if it does not act as a reviewer. */
  reviewerId: string | null;
  /** The agent to which the API key is bound; null if it is not bound. */
  keyAgent: string | null;
  /** Maximum number of requests per minute of the workspace; null if the workspace has no limit of its own. */
  workspaceRate: number | null;
}

/** A handler's response before it is serialized. */
export interface HandlerResponse {
  status: number;
  body: unknown;
}

/** The data about a request that a handler receives in addition to the validated input. */
export interface Call {
  caller: Caller;
  /** The raw request. Only handlers with streamed bodies use it. */
  request: Request;
  /**
   * Returns the text of the body, for routes that parse it themselves; undefined if the body is not UTF-8.
   */
  text: () => string | undefined;
  /** Sets a response header. */
  setHeader: (name: string, value: string) => void;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Aborts when the client disconnects or this process stops. Intended for waiting requests and streams. */
  waitSignal: AbortSignal;
  /** Returns whether the API key is still authorized, for long-running requests. */
  recheck: () => Promise<boolean>;
  /**
   * Runs a write in one transaction with the idempotency record of its response. If the request's
   * `Idempotency-Key` was used before, returns the first response without running `work`.
   *
   * @param bodyHash the hash of a streamed body. Parsed bodies have already been hashed.
   */
  commit: <A extends HandlerResponse>(work: (tx: Tx) => Promise<A>, bodyHash?: Buffer) => Promise<A>;
  /**
   * Returns a response that takes long to compute and changes nothing, with its idempotency record. Computes
   * it outside of a transaction, because a transaction would hold a database connection during the
   * computation.
   */
  commitComputed: <A extends HandlerResponse>(compute: () => Promise<A>) => Promise<A>;
}

/**
 * The implementation of one route. It receives the validated input, and returns one of the route's responses.
 */
export type Handler<R extends AppRoute> = (
  input: ServerInferRequest<R>,
  call: Call,
) => Promise<ServerInferResponses<R>>;

/** The implementations of a router's routes, in the same structure as the router. */
export type Handlers<T extends AppRouter> = {
  [K in keyof T]: T[K] extends AppRoute ? Handler<T[K]> : T[K] extends AppRouter ? Handlers<T[K]> : never;
};
