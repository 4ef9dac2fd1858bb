import type { AppRoute, AppRouter, ServerInferRequest, ServerInferResponses } from "@ts-rest/core";
import type { Scope } from "@assay/contract/platform/scopes";
import type { Request } from "express";
import type { Tx } from "../../db/transaction.ts";

/** The caller: the API key of the request. */
export interface Caller {
  workspaceId: string;
  apiKeyId: string;
  scopes: ReadonlySet<Scope>;
  /** The projects (UUIDs) that the key is restricted to; null: the whole workspace. */
  projects: readonly string[] | null;
  /** The reviewer (UUID) that the key acts as; null for none. */
  reviewerId: string | null;
}

/** A handler's response before serialization. */
export interface HandlerResponse {
  status: number;
  body: unknown;
}

/** Request data for a handler besides the validated input. */
export interface Call {
  caller: Caller;
  /** The raw request, for streamed bodies only. */
  request: Request;
  /** The text of the body for routes that parse it themselves; undefined if not UTF-8. */
  text: () => string | undefined;
  /** Sets a response header. */
  setHeader: (name: string, value: string) => void;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Aborts when the client disconnects or this process stops: for waits and streams. */
  waitSignal: AbortSignal;
  /** Whether the key is still authorized, for long-running requests. */
  recheck: () => Promise<boolean>;
  /**
   * Runs a write in one transaction with the idempotency record of its response. If the `Idempotency-Key` was
   * used before, returns the first response without running `work`.
   *
   * @param bodyHash hash of a streamed body; parsed bodies are hashed already.
   */
  commit: <A extends HandlerResponse>(work: (tx: Tx) => Promise<A>, bodyHash?: Buffer) => Promise<A>;
}

/** The implementation of one route: takes its validated input, returns one of its responses. */
export type Handler<R extends AppRoute> = (
  input: ServerInferRequest<R>,
  call: Call,
) => Promise<ServerInferResponses<R>>;

/** The implementations of a router, in the same structure. */
export type Handlers<T extends AppRouter> = {
  [K in keyof T]: T[K] extends AppRoute ? Handler<T[K]> : T[K] extends AppRouter ? Handlers<T[K]> : never;
};
